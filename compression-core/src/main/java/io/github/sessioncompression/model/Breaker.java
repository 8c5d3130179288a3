package io.github.sessioncompression.model;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Circuit breaker of a compression model.
 *
 * <p>Several failed compressions in a row open it for a minute. Then one is let through a minute, until one succeeds. Safe for use by many
 * threads.
 */
final class Breaker {
    static final Duration COOL_DOWN = Duration.ofMinutes(1);

    private static final Logger log = LoggerFactory.getLogger(ModelStateCompiler.class);

    private final int threshold;
    private final Clock clock;
    private int failures;
    private Instant nextTrial = Instant.MIN;

    Breaker(int threshold, Clock clock) {
        this.threshold = threshold;
        this.clock = clock;
    }

    synchronized boolean permits() {
        if (failures < threshold) {
            return true;
        }
        Instant now = clock.instant();
        boolean trial = !now.isBefore(nextTrial);
        nextTrial = trial ? now.plus(COOL_DOWN) : nextTrial;
        return trial;
    }

    synchronized void succeeded() {
        if (failures >= threshold) {
            log.info("The compression model works again.");
        }
        failures = 0;
    }

    /** Records a failed compression, with a clause about it that may be logged. */
    synchronized void failed(String detail) {
        failures++;
        if (failures >= threshold) {
            nextTrial = clock.instant().plus(COOL_DOWN);
        }
        if (failures == threshold) {
            log.warn(
                    "The compression model keeps failing and is left alone for {} at a time; states are written without it"
                            + " where the policy says so. The last failure: {}.",
                    COOL_DOWN,
                    detail);
        }
    }
}
