package io.github.sessioncompression.model;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Circuit breaker of a compression model.
 *
 * <p>Several failed compressions in a row open it for a minute. Then one is let through a minute, until one succeeds. Each permission ends with one
 * call of {@link #succeeded}, {@link #failed} or {@link #released}. Safe for use by many threads.
 */
final class Breaker {
    static final Duration COOL_DOWN = Duration.ofMinutes(1);

    private static final Logger log = LoggerFactory.getLogger(Breaker.class);
    private final CircuitBreaker breaker;
    private volatile String lastFailure = "";

    Breaker(int threshold, InstantSource clock) {
        breaker = CircuitBreaker.of(
                "compression-model",
                CircuitBreakerConfig.custom()
                        .slidingWindowSize(threshold)
                        .minimumNumberOfCalls(threshold)
                        .failureRateThreshold(100)
                        .permittedNumberOfCallsInHalfOpenState(1)
                        .waitDurationInOpenState(COOL_DOWN)
                        .clock(clock.withZone(ZoneOffset.UTC))
                        .build());
        breaker.getEventPublisher().onStateTransition(event -> log(event.getStateTransition()));
    }

    boolean permits() {
        return breaker.tryAcquirePermission();
    }

    void succeeded() {
        breaker.onSuccess(0, TimeUnit.NANOSECONDS);
    }

    /** Records a failed compression, with a clause about it that may be logged. */
    void failed(String detail) {
        lastFailure = detail;
        // The library logs what it is given: nothing of the chat may be in it.
        breaker.onError(0, TimeUnit.NANOSECONDS, new IllegalStateException("the compression failed"));
    }

    /** Records that a compression shows nothing about the model. */
    void released() {
        breaker.releasePermission();
    }

    private void log(CircuitBreaker.StateTransition transition) {
        if (transition.getToState() == State.CLOSED) {
            log.info("The compression model works again.");
        } else if (transition.getFromState() == State.CLOSED && transition.getToState() == State.OPEN) {
            log.warn(
                    "The compression model keeps failing and is left alone for {} at a time; states are written without it"
                            + " where the policy says so. The last failure: {}.",
                    COOL_DOWN,
                    lastFailure);
        }
    }
}
