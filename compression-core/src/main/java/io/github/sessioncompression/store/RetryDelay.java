package io.github.sessioncompression.store;

import io.github.sessioncompression.model.Waiting;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;

/**
 * Pauses between the tries of a call that failed for a temporary reason; for implementations of stores.
 *
 * <p>The first pause is up to 5 ms, each next one up to twice as long, the longest up to 500 ms; each is between half of that and all of it,
 * at random, so that two conflicting calls do not conflict again. There are at most 40 tries. Safe for use by many threads.
 */
public final class RetryDelay {
    private static final int MAX_TRIES = 40;

    private static final long FIRST_PAUSE = Duration.ofMillis(5).toNanos();
    private static final long LONGEST_PAUSE = Duration.ofMillis(500).toNanos();

    private final long nanos;
    private final Waiting waiting;
    private final LongSupplier nanoTime;

    /**
     * Tries for {@code longest} from the first one on; with zero there is no second try.
     *
     * @param nanoTime time as of {@link System#nanoTime()}
     */
    public RetryDelay(Duration longest, Waiting waiting, LongSupplier nanoTime) {
        this.nanos = longest.toNanos();
        this.waiting = Objects.requireNonNull(waiting, "waiting");
        this.nanoTime = Objects.requireNonNull(nanoTime, "nanoTime");
    }

    /** Begins the first try of a call. */
    public Tries begin() {
        return new Tries();
    }

    /** The tries of one call. Not safe for use by many threads. */
    public final class Tries {
        private final long began = nanoTime.getAsLong();
        private long pause = FIRST_PAUSE;
        private int failed;
        private boolean interrupted;

        private Tries() {}

        /**
         * Pauses after a failed try.
         *
         * @return true if another try is allowed; false if there was no pause, or the thread was interrupted and still is
         */
        public boolean again() {
            long left = nanos - (nanoTime.getAsLong() - began);
            if (++failed >= MAX_TRIES || left <= 0) {
                return false;
            }
            long random = ThreadLocalRandom.current().nextLong(pause / 2, pause);
            try {
                waiting.pause(Duration.ofNanos(Math.min(random, left)));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                interrupted = true;
                return false;
            }
            pause = Math.min(2 * pause, LONGEST_PAUSE);
            return true;
        }

        /** The name of the failed call for its exception, with the interruption if there was one. */
        public String failed(String what) {
            return interrupted ? what + ", being interrupted while it waited to try again" : what;
        }
    }
}
