package io.github.sessioncompression.option;

import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;

/** Time for deadlines and pauses, which no setting of the system's clock makes shorter or longer. */
public final class SteadyTime {
    private SteadyTime() {}

    /**
     * For the system's clock, one that continues from its present time by {@link System#nanoTime}; any other clock itself.
     *
     * <p>An application's own clock is not replaced, so that tests can set the time.
     */
    public static InstantSource of(InstantSource clock) {
        Class<?> system = Clock.systemUTC().getClass();
        if (!clock.equals(InstantSource.system()) && !clock.getClass().equals(system)) {
            return clock;
        }
        Instant start = clock.instant();
        long nanos = System.nanoTime();
        return () -> start.plusNanos(System.nanoTime() - nanos);
    }
}
