package io.github.sessioncompression.model;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import io.github.sessioncompression.model.Compilation.Reason;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
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
 * <p>The circuit breaker only ever sees one exception without contents, because it logs what it is given. Safe for use by many threads;
 * no lock is held during a call.
 */
final class ModelCalls {
    private static final Logger log = LoggerFactory.getLogger(ModelStateCompiler.class);

    private final StructuredModel model;
    private final Executor executor;
    private final Waiting waiting;
    private final ModelOptions options;
    private final CircuitBreaker breaker;
    private final KnownWindow window;
    /** The failure that the breaker was told last. */
    private volatile String lastFailure = "";

    ModelCalls(StructuredModel model, ModelOptions options, Clock clock, Executor executor, Waiting waiting) {
        this.model = model;
        this.executor = executor;
        this.waiting = waiting;
        this.options = options;
        this.breaker = CircuitBreaker.of(
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
        breaker.getEventPublisher().onStateTransition(event -> log(event.getStateTransition()));
        this.window =
                new KnownWindow(options.contextWindow() > 0 ? options.contextWindow() : ModelOptions.UNKNOWN_WINDOW);
    }

    /** Logs a breaker that opens once, whatever trial calls come to, and that it is closed again. */
    private void log(CircuitBreaker.StateTransition transition) {
        switch (transition.getToState()) {
            case OPEN -> {
                if (transition.getFromState() == CircuitBreaker.State.CLOSED) {
                    log.warn(
                            "The compression model keeps failing and is left alone for {} at a time; states are written without it"
                                    + " where the policy says so. The last failure: {}.",
                            options.cooldown(),
                            lastFailure);
                }
            }
            case CLOSED -> log.info("The compression model works again.");
            default -> log.debug("The compression model's circuit breaker: {}.", transition);
        }
    }

    KnownWindow window() {
        return window;
    }

    /**
     * Makes a request and reads the answer.
     *
     * @param last true if no other call can repair or shorten the answer, so that an unusable one is a failure of the model
     */
    Reading call(ModelRequest request, CallBudget budget, Function<ModelAnswer, Reading> reader, boolean last) {
        Reading.Fault failure = null;
        for (int tries = 0; ; tries++) {
            Reading.Fault obstacle = obstacle(budget);
            if (obstacle != null) {
                return failure != null && obstacle.reason() != Reason.INTERRUPTED ? failure : obstacle;
            }
            Attempt attempt = attempt(request, budget, reader, last);
            if (!attempt.again) {
                return attempt.reading;
            }
            failure = (Reading.Fault) attempt.reading;
            Duration pause = options.backoff().multipliedBy(1L << tries);
            boolean noTime = budget.left().compareTo(pause) <= 0;
            if (tries == options.retries() || noTime || breaker.getState() == CircuitBreaker.State.OPEN) {
                return failure;
            }
            try {
                waiting.pause(pause);
            } catch (InterruptedException interrupted) {
                return interrupted();
            }
        }
    }

    /** Reason against a call now; if there is none, the breaker's permission is taken. */
    private Reading.@Nullable Fault obstacle(CallBudget budget) {
        if (Thread.currentThread().isInterrupted()) {
            return interrupted();
        }
        Duration left = budget.left();
        if (left.isNegative() || left.isZero()) {
            return Reading.Fault.lasting(Reason.TIMED_OUT, "no time is left for a call");
        }
        if (!breaker.tryAcquirePermission()) {
            return Reading.Fault.lasting(Reason.COOLING_DOWN, "the model is left alone after repeated failures");
        }
        return null;
    }

    private Attempt attempt(
            ModelRequest request, CallBudget budget, Function<ModelAnswer, Reading> reader, boolean last) {
        Verdict verdict = Verdict.NONE;
        try {
            Attempt attempt = answered(request, budget, reader);
            // A request that was too long says nothing about the model's health.
            verdict = budget.isTooLong() ? Verdict.NONE : verdict(attempt, last);
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

    private Attempt answered(ModelRequest request, CallBudget budget, Function<ModelAnswer, Reading> reader) {
        Duration limit = limit(budget);
        try {
            ModelAnswer answer = limited(
                    () -> Objects.requireNonNull(model.answer(request), "the model answered null"), budget, limit);
            budget.add(0, answer.usage());
            return new Attempt(reader.apply(answer), false);
        } catch (RejectedExecutionException full) {
            return new Attempt(Reading.Fault.lasting(Reason.NO_THREAD, "the executor took no more work"), false);
        } catch (TimeoutException late) {
            return new Attempt(Reading.Fault.lasting(Reason.TIMED_OUT, "no answer within " + limit), true);
        } catch (InterruptedException interrupted) {
            return new Attempt(interrupted(), false);
        } catch (ExecutionException thrown) {
            return failed(thrown, request, budget);
        }
    }

    /** Runs work on the executor, counts it as one call, and waits for it at most for {@code limit}. */
    <T> T limited(Callable<T> work, CallBudget budget, Duration limit)
            throws InterruptedException, ExecutionException, TimeoutException {
        FutureTask<T> task = new FutureTask<>(work);
        executor.execute(task);
        budget.add(1, null);
        try {
            return waiting.await(task, limit);
        } finally {
            task.cancel(true);
        }
    }

    /** Longest time for the next call: the time limit, or less where less is left. */
    Duration limit(CallBudget budget) {
        Duration left = budget.left();
        return options.timeout().compareTo(left) < 0 ? options.timeout() : left;
    }

    private Attempt failed(ExecutionException thrown, ModelRequest request, CallBudget budget) {
        Throwable cause = thrown.getCause() == null ? thrown : thrown.getCause();
        ProviderFailure failure = read(cause);
        failure.contextLengthExceeded().ifPresent(refusal -> budget.tooLong(refusal, request));
        Reading.Fault fault = Reading.Fault.lasting(Reason.MODEL_FAILED, FailureWords.of(cause, failure, request));
        return new Attempt(fault, cause instanceof Exception && !failure.isLasting());
    }

    private ProviderFailure read(Throwable cause) {
        try {
            return model.failure(cause);
        } catch (RuntimeException unreadable) {
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

    private record Attempt(Reading reading, boolean again) {}

    /** All that the breaker is told of a failure. */
    private static final class CallFailedException extends Exception {
        private static final long serialVersionUID = 1L;

        CallFailedException() {
            super("the call failed", null, false, false);
        }
    }
}
