package io.github.sessioncompression.model;

import io.github.sessioncompression.model.ModelStateCompiler.Compilation.Reason;
import io.github.sessioncompression.model.ModelStateCompiler.Waiting;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/** Calls the model: with a time limit, and again after a passing failure. Safe for use by many threads; no lock is held during a call. */
final class ModelCalls {
    private final StructuredModel model;
    private final Executor executor;
    private final Waiting waiting;
    private final ModelOptions options;
    private final KnownWindow window;

    private record Attempt(Reading reading, boolean again) {}

    ModelCalls(StructuredModel model, ModelOptions options, Executor executor, Waiting waiting) {
        this.model = model;
        this.executor = executor;
        this.waiting = waiting;
        this.options = options;
        this.window =
                new KnownWindow(options.contextWindow() > 0 ? options.contextWindow() : ModelOptions.UNKNOWN_WINDOW);
    }

    KnownWindow window() {
        return window;
    }

    Reading call(ModelRequest request, CallBudget budget, Function<ModelAnswer, Reading> reader) {
        Reading failure = Reading.Fault.lasting(Reason.TIMED_OUT, "no time is left for a call");
        for (int tries = 0; !budget.isOver(); tries++) {
            Attempt attempt = attempt(request, budget, reader);
            Duration pause = options.backoff().multipliedBy(1L << tries);
            if (!attempt.again || tries == options.retries() || budget.left().compareTo(pause) <= 0) {
                return attempt.reading;
            }
            failure = attempt.reading;
            try {
                waiting.pause(pause);
            } catch (InterruptedException interrupted) {
                return fault(interrupted);
            }
        }
        return failure;
    }

    private Attempt attempt(ModelRequest request, CallBudget budget, Function<ModelAnswer, Reading> reader) {
        try {
            ModelAnswer answer =
                    limited(() -> Objects.requireNonNull(model.answer(request), "the model answered null"), budget);
            budget.add(answer.usage());
            return new Attempt(reader.apply(answer), false);
        } catch (ExecutionException thrown) {
            return failed(thrown.getCause() == null ? thrown : thrown.getCause(), request, budget);
        } catch (RejectedExecutionException | TimeoutException | InterruptedException none) {
            return new Attempt(fault(none), none instanceof TimeoutException);
        }
    }

    /** The fault of a call that {@link #limited} could not start or did not wait for; an interruption is passed on. */
    Reading.Fault fault(Exception none) {
        if (none instanceof RejectedExecutionException) {
            return Reading.Fault.lasting(Reason.NO_THREAD, "the executor took no more work");
        }
        if (none instanceof TimeoutException) {
            return Reading.Fault.lasting(Reason.TIMED_OUT, "no answer within " + options.timeout());
        }
        Thread.currentThread().interrupt();
        return Reading.Fault.lasting(Reason.INTERRUPTED, "the compressing thread was interrupted");
    }

    /** Runs work on the executor, counts it as one call, and waits for it within the time limit and what is left of the deadline. */
    <T> T limited(Callable<T> work, CallBudget budget)
            throws InterruptedException, ExecutionException, TimeoutException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        Duration left = budget.left();
        FutureTask<T> task = new FutureTask<>(work);
        executor.execute(task);
        budget.addCall();
        try {
            return waiting.await(task, options.timeout().compareTo(left) < 0 ? options.timeout() : left);
        } finally {
            task.cancel(true);
        }
    }

    private Attempt failed(Throwable cause, ModelRequest request, CallBudget budget) {
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
}
