package io.github.sessioncompression.store.redis;

import io.github.sessioncompression.store.Lease;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Leases of conversations. Times are microseconds of this process's clock, as scripts can count them. */
final class Leases {
    /** The last microsecond that a script's numbers tell from the next one; in the year 2255. */
    private static final long MAX_MICROS = (1L << 53) - 1;

    private final Server server;
    private final Keys keys;
    private final InstantSource clock;

    Leases(Server server, Keys keys, InstantSource clock) {
        this.server = server;
        this.keys = keys;
        this.clock = clock;
    }

    Optional<Lease> tryLease(String conversationId, String owner, Duration duration) {
        long now = micros(clock.instant());
        long token = server.number(
                "take a lease",
                Script.LEASE,
                keys.of(conversationId),
                owner,
                Long.toString(now),
                Long.toString(after(now, duration)));
        return token == 0 ? Optional.empty() : Optional.of(new Lease(owner, token));
    }

    private static long micros(Instant instant) {
        return TimeUnit.SECONDS.toMicros(instant.getEpochSecond()) + TimeUnit.NANOSECONDS.toMicros(instant.getNano());
    }

    /** The first microsecond at which a lease holds no more, as far as scripts can count. */
    private static long after(long now, Duration duration) {
        long micros = duration.compareTo(Duration.ofNanos(Long.MAX_VALUE)) > 0
                ? MAX_MICROS
                : TimeUnit.NANOSECONDS.toMicros(duration.toNanos() - 1) + 1;
        return Math.min(MAX_MICROS, now + Math.min(MAX_MICROS, micros));
    }

    void release(String conversationId, Lease lease) {
        server.number(
                "give a lease back",
                Script.RELEASE,
                keys.of(conversationId),
                lease.owner(),
                Long.toString(lease.token()));
    }
}
