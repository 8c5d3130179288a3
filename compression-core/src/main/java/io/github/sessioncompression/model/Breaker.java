package io.github.sessioncompression.model;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Circuit breaker of a compression model, shared by all conversations that use the model.
 *
 * <p><em>Algorithm</em>: 1. closed, it permits every compression and counts failures in a row; a success sets the count to 0; 2. as many as
 * the threshold ({@link ModelOptions#breakerThreshold()}) open it, and one WARN reports that; 3. open, it refuses for {@link #COOL_DOWN}, then
 * permits one compression as a trial; 4. a trial that fails keeps it open for another minute, one that succeeds closes it with one INFO,
 * and one that shows nothing about the model lets the next one try at once.
 *
 * <p>Each permission ends with one call of {@link #succeeded}, {@link #failed} or {@link #released}: a trial without an end would keep it open for
 * good. <em>Threads</em>: safe for use by many. <em>On failure</em>: throws nothing.
 */
final class Breaker {
    static final Duration COOL_DOWN = Duration.ofMinutes(1);

    private static final Logger log = LoggerFactory.getLogger(Breaker.class);

    private final int threshold;
    private final InstantSource clock;
    /** Failures in a row while it is closed. */
    private int failures;
    /** Time of the failure that opened it; {@code null} while it is closed. */
    private @Nullable Instant opened;
    /** True while the one compression that is let through has no outcome yet. */
    private boolean trying;

    Breaker(int threshold, InstantSource clock) {
        this.threshold = threshold;
        this.clock = clock;
    }

    synchronized boolean permits() {
        Instant since = opened;
        if (since == null) {
            return true;
        }
        if (trying || clock.instant().isBefore(since.plus(COOL_DOWN))) {
            return false;
        }
        trying = true;
        return true;
    }

    synchronized void succeeded() {
        if (trying) {
            opened = null;
            trying = false;
            log.info("The compression model works again.");
        }
        failures = 0;
    }

    /** Records a failed compression, with a clause about it that may be logged. */
    synchronized void failed(String detail) {
        if (trying) {
            opened = clock.instant();
            trying = false;
        } else if (opened == null && ++failures >= threshold) {
            opened = clock.instant();
            log.warn(
                    "The compression model keeps failing and is left alone for {} at a time; states are written without it"
                            + " where the policy says so. The last failure: {}.",
                    COOL_DOWN,
                    detail);
        }
    }

    /** Records that a compression shows nothing about the model. */
    synchronized void released() {
        trying = false;
    }
}
