package io.github.sessioncompression.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.store.SessionStore.Lease;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;

/** Checks that leases of processes whose clocks differ run by the store's time. */
public final class LeaseClocks {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration SHORT = Duration.ofMillis(300);

    private LeaseClocks() {}

    /**
     * Runs the check.
     *
     * @param processes a process by its clock, over the same data
     */
    public static void check(String chat, Function<InstantSource, SessionStore> processes) {
        SessionStore ahead = processes.apply(() -> Instant.now().plus(HOUR));
        SessionStore behind = processes.apply(() -> Instant.now().minus(HOUR));
        Lease first = ahead.tryLease(chat, "ahead", HOUR).orElseThrow();
        assertThat(behind.tryLease(chat, "behind", HOUR)).isEmpty();
        ahead.release(chat, first);
        Lease second = behind.tryLease(chat, "behind", HOUR).orElseThrow();
        assertThat(ahead.tryLease(chat, "ahead", HOUR)).isEmpty();
        behind.release(chat, second);

        assertThat(ahead.tryLease(chat, "dies", SHORT)).isPresent();
        long giveUp = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        Optional<Lease> next = Optional.empty();
        while (next.isEmpty() && System.nanoTime() < giveUp) {
            next = behind.tryLease(chat, "behind", HOUR);
        }
        assertThat(next).as("behind one that died").isPresent();
    }
}
