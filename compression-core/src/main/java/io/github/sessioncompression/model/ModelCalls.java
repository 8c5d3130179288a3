package io.github.sessioncompression.model;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import io.github.sessioncompression.model.Compilation.Reason;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls the model: with a time limit, again after a passing failure, and not at all while the circuit breaker is open.
 *
 * <p>Resilience4j decides whether a call may be made and how long to pause; the waiting itself is ours, so that it takes no
 * time in a test. Its components only ever see one exception without contents, because they log what they are given. Safe for use
 * by many threads; no lock is held during a call.
 */
final class ModelCalls {
    private static final Logger log = LoggerFactory.getLogger(ModelStateCompiler.class);
    private static final double BACKOFF_FACTOR = 2.0;

    private final StructuredModel model;
    private final Executor executor;
    private final Waiting waiting;
    private final Duration timeout;
    private final CircuitBreaker breaker;
    private final Retry retry;
    /** What the last failure was that the breaker was told of. */
    private volatile String lastFailure = "";

    private final KnownWindow window;

    ModelCalls(StructuredModel model, ModelOptions options, Clock clock, Executor executor, Waiting waiting) {
        this.model = model;
        this.executor = executor;
        this.waiting = waiting;
        this.timeout = options.timeout();
        this.breaker = breaker(options, clock);
        breaker.getEventPublisher().onStateTransition(event -> tell(event.getStateTransition(), options.cooldown()));
        this.retry = retry(options);
        this.window = new KnownWindow(
                ModelOptions.forChat(options, ModelOptions.MOST_DERIVED).contextWindow());
    }

    private static CircuitBreaker breaker(ModelOptions options, Clock clock) {
        return CircuitBreaker.of(
                "compression-model",
                CircuitBreakerConfig.custom()
                        .slidingWindowType(SlidingWindowType.COUNT_BASED)
                        .slidingWindowSize(options.breakerThreshold())
                        .minimumNumberOfCalls(options.breakerThreshold())
                        .failureRateThreshold(100)
                        .permittedNumberOfCallsInHalfOpenState(1)
                        .waitDurationInOpenState(options.cooldown())
                        .clock(clock)
                        .build());
    }

    /** A breaker that opens is told once, whatever trial calls come to, and that it is closed again. */
    private void tell(CircuitBreaker.StateTransition transition, Duration cooldown) {
        switch (transition.getToState()) {
            case OPEN -> {
                if (transition.getFromState() == CircuitBreaker.State.CLOSED) {
                    log.warn(
                            "The compression model keeps failing and is left alone for {} at a time; states are written without it"
                                    + " where the policy says so. The last failure: {}.",
                            cooldown,
                            lastFailure);
                }
            }
            case CLOSED -> log.info("The compression model works again.");
            default -> log.debug("The compression model's circuit breaker: {}.", transition);
        }
    }

    /** What the model takes at most. */
    KnownWindow window() {
        return window;
    }

    private static Retry retry(ModelOptions options) {
        IntervalFunction pauses = IntervalFunction.ofExponentialBackoff(options.backoff(), BACKOFF_FACTOR);
        return Retry.of(
                "compression-model",
                RetryConfig.custom()
                        .maxAttempts(options.retries() + 1)
                        .intervalFunction(pauses)
                        .build());
    }

    /**
     * Makes a request and reads the answer.
     *
     * @param last whether there is no other call to repair or condense the answer, so that an unusable one is a failure of the model
     */
    Reading call(ModelRequest request, Bill bill, Function<ModelAnswer, Reading> reader, boolean last) {
        Retry.AsyncContext<Object> retries = retry.asyncContext();
        Reading.Fault failure = null;
        while (true) {
            Reading.Fault obstacle = obstacle(bill);
            if (obstacle != null) {
                return failure != null && obstacle.reason() != Reason.INTERRUPTED ? failure : obstacle;
            }
            Attempt attempt = attempt(request, bill, reader, last);
            if (!attempt.again) {
                return attempt.reading;
            }
            failure = (Reading.Fault) attempt.reading;
            long pause = retries.onError(new CallFailedException());
            if (pause < 0 || bill.left().toMillis() <= pause || breaker.getState() == CircuitBreaker.State.OPEN) {
                return failure;
            }
            try {
                waiting.pause(Duration.ofMillis(pause));
            } catch (InterruptedException interrupted) {
                return interrupted();
            }
        }
    }

    /** Why no call can be made now; if there is no reason, the breaker's permission is taken. */
    private Reading.@Nullable Fault obstacle(Bill bill) {
        if (Thread.currentThread().isInterrupted()) {
            return interrupted();
        }
        Duration left = bill.left();
        if (left.isNegative() || left.isZero()) {
            return Reading.Fault.lasting(Reason.TIMED_OUT, "no time is left for a call");
        }
        if (!breaker.tryAcquirePermission()) {
            return Reading.Fault.lasting(Reason.COOLING_DOWN, "the model is left alone after repeated failures");
        }
        return null;
    }

    private Attempt attempt(ModelRequest request, Bill bill, Function<ModelAnswer, Reading> reader, boolean last) {
        Verdict verdict = Verdict.NONE;
        try {
            Attempt attempt = answered(request, bill, reader);
            // A request that was too long says nothing about whether the model works.
            verdict = bill.isTooLong() ? Verdict.NONE : verdict(attempt, last);
            if (verdict == Verdict.FAILS) {
                lastFailure = ((Reading.Fault) attempt.reading).detail();
            }
            return attempt;
        } finally {
            // Durations are not passed on: slowness is the time limit's business, not the breaker's.
            switch (verdict) {
                case WORKS -> breaker.onSuccess(0, TimeUnit.NANOSECONDS);
                case FAILS -> breaker.onError(0, TimeUnit.NANOSECONDS, new CallFailedException());
                case NONE -> breaker.releasePermission();
            }
        }
    }

    private static Verdict verdict(Attempt attempt, boolean last) {
        if (!(attempt.reading instanceof Reading.Fault fault)) {
            boolean open = attempt.reading instanceof Reading.TooLarge && !last;
            return open ? Verdict.NONE : Verdict.WORKS;
        }
        if (fault.reason() == Reason.INTERRUPTED || fault.reason() == Reason.NO_THREAD) {
            return Verdict.NONE;
        }
        return last || !fault.repairable() ? Verdict.FAILS : Verdict.NONE;
    }

    private Attempt answered(ModelRequest request, Bill bill, Function<ModelAnswer, Reading> reader) {
        FutureTask<ModelAnswer> task =
                new FutureTask<>(() -> Objects.requireNonNull(model.answer(request), "the model answered null"));
        try {
            executor.execute(task);
        } catch (RejectedExecutionException full) {
            return Attempt.ended(Reading.Fault.lasting(Reason.NO_THREAD, "the executor took no more work"));
        }
        bill.addCall();
        Duration left = bill.left();
        Duration limit = timeout.compareTo(left) < 0 ? timeout : left;
        try {
            ModelAnswer answer = waiting.await(task, limit);
            bill.add(answer.usage());
            return Attempt.ended(reader.apply(answer));
        } catch (TimeoutException late) {
            return Attempt.failed(Reading.Fault.lasting(Reason.TIMED_OUT, "no answer within " + limit));
        } catch (InterruptedException interrupted) {
            return Attempt.ended(interrupted());
        } catch (ExecutionException thrown) {
            return failed(thrown, request, bill);
        } finally {
            task.cancel(true);
        }
    }

    private Attempt failed(ExecutionException thrown, ModelRequest request, Bill bill) {
        Throwable cause = thrown.getCause() == null ? thrown : thrown.getCause();
        ProviderFailure failure = read(cause);
        failure.contextLengthExceeded().ifPresent(refusal -> bill.tooLong(refusal, request));
        Reading.Fault fault = Reading.Fault.lasting(Reason.MODEL_FAILED, FailureWords.of(cause, failure, request));
        return cause instanceof Exception && !failure.isLasting() ? Attempt.failed(fault) : Attempt.ended(fault);
    }

    private ProviderFailure read(Throwable cause) {
        try {
            return model.failure(cause);
        } catch (RuntimeException unreadable) {
            // What can't be read is told by its class alone, as if the model had said no more.
            return new ProviderFailure(0, "");
        }
    }

    private static Reading.Fault interrupted() {
        Thread.currentThread().interrupt();
        return Reading.Fault.lasting(Reason.INTERRUPTED, "the compressing thread was interrupted");
    }

    private enum Verdict {
        WORKS,
        FAILS,
        NONE
    }

    private record Attempt(Reading reading, boolean again) {
        static Attempt ended(Reading reading) {
            return new Attempt(reading, false);
        }

        static Attempt failed(Reading.Fault fault) {
            return new Attempt(fault, true);
        }
    }

    /** All that the breaker and the retry are told of a failure. */
    private static final class CallFailedException extends Exception {
        private static final long serialVersionUID = 1L;

        CallFailedException() {
            super("the call failed", null, false, false);
        }
    }
}
