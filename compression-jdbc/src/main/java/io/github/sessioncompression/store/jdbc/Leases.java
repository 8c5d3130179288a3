package io.github.sessioncompression.store.jdbc;

import io.github.sessioncompression.store.Lease;
import io.github.sessioncompression.store.jdbc.ConversationTable.Leased;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Grants leases, by the store's own clock. */
final class Leases {
    private final Transactions transactions;
    private final ConversationTable conversations;
    private final InstantSource clock;

    Leases(Transactions transactions, ConversationTable conversations, InstantSource clock) {
        this.transactions = transactions;
        this.conversations = conversations;
        this.clock = clock;
    }

    Optional<Lease> take(String conversationId, String owner, Duration duration) {
        while (true) {
            long now = micros(clock.instant());
            long until = after(now, duration);
            Optional<Leased> found =
                    transactions.read("read a lease", queries -> conversations.lease(queries, conversationId));
            if (found.isEmpty()) {
                return Optional.empty();
            }
            Leased leased = found.get();
            boolean holds = leased.until() > now;
            if (holds && !leased.owner().equals(owner)) {
                return Optional.empty();
            }
            Lease lease = new Lease(owner, holds ? leased.token() : leased.token() + 1);
            boolean granted = transactions.write(
                    "grant a lease",
                    queries -> holds
                            ? leased.until() == until
                                    || conversations.extendLease(queries, conversationId, lease, until, now)
                            : conversations.takeLease(queries, conversationId, lease, until, leased.token(), now));
            if (granted) {
                return Optional.of(lease);
            }
        }
    }

    /** In microseconds; databases and clocks know no less. */
    private static long micros(Instant instant) {
        return TimeUnit.SECONDS.toMicros(instant.getEpochSecond()) + TimeUnit.NANOSECONDS.toMicros(instant.getNano());
    }

    /** The first microsecond at which a lease holds no more; the end of time if there is none. */
    private static long after(long now, Duration duration) {
        long micros = duration.compareTo(Duration.ofNanos(Long.MAX_VALUE)) > 0
                ? Long.MAX_VALUE
                : TimeUnit.NANOSECONDS.toMicros(duration.toNanos() - 1) + 1;
        return now > Long.MAX_VALUE - micros ? Long.MAX_VALUE : now + micros;
    }

    void release(String conversationId, Lease lease) {
        transactions.write("give a lease back", queries -> {
            conversations.release(queries, conversationId, lease);
            return true;
        });
    }
}
