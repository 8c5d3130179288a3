package io.github.sessioncompression.store.jdbc;

import io.github.sessioncompression.store.SessionStore.Lease;
import io.github.sessioncompression.store.StoreRules;
import io.github.sessioncompression.store.jdbc.ConversationTable.Leased;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Grants leases by the database's time, so that processes whose clocks differ neither rob nor block one another.
 *
 * @param clock a clock instead of the database's; {@code null} for none
 */
record Leases(Transactions transactions, ConversationTable conversations, @Nullable InstantSource clock) {
    Optional<Lease> take(String conversationId, String owner, Duration duration) {
        while (true) {
            Optional<Leased> found =
                    transactions.read("read a lease", queries -> conversations.lease(queries, conversationId));
            if (found.isEmpty()) {
                return Optional.empty();
            }
            Leased leased = found.get();
            long now = clock == null ? leased.now() : StoreRules.micros(clock.instant());
            long until = StoreRules.leaseEnd(now, duration);
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

    void release(String conversationId, Lease lease) {
        transactions.write("give a lease back", queries -> conversations.release(queries, conversationId, lease));
    }
}
