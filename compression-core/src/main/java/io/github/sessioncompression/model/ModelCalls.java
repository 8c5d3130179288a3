package io.github.sessioncompression.model;

import io.github.sessioncompression.model.Compilation.Reason;
import io.github.sessioncompression.model.ProviderFailure.ContextLengthExceeded;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls the model: with a time limit, and again after a passing failure. Remembers the largest request that the model takes.
 *
 * <p><em>Algorithm</em> of one call: 1. run it on the executor and wait, at most {@link ModelOptions#timeout()} and what is left of the compression's
 * deadline; 2. cancel it by an interrupt if it is late; 3. read the answer, or the failure by {@link StructuredModel#failure}; 4. after a passing
 * failure or a timeout pause, twice as long each time, and call again, at most {@link ModelOptions#retries()} times, as long as the pause
 * ends before the deadline. Lasting failures, {@link Error}s, a full executor and interruptions are not repeated.
 *
 * <p>Several requests run {@value #AT_ONCE} at a time; if the executor takes no more, the rest wait for their turn. The first fault that another
 * call cannot mend cancels the others.
 *
 * <p><em>Threads</em>: safe for use by many; no lock is held during a call. <em>On failure</em>: a {@link CallResult.Fault} without contents of the chat.
 *
 * @see ModelCompilation
 */
final class ModelCalls {
    private static final Logger log = LoggerFactory.getLogger(ModelCalls.class);

    private final StructuredModel model;
    private final Executor executor;
    private final Sleeper waiting;
    private final ModelOptions options;
    /** See {@link #window()}. */
    private final AtomicInteger window;

    /** Most calls of one compilation that run at a time. */
    private static final int AT_ONCE = 4;

    /**
     * Outcome of one call.
     *
     * @param reading the state or the fault
     * @param again true if the same call may succeed later
     */
    private record Attempt(CallResult reading, boolean again) {}

    /** Calls of a model; without a window in {@code options} it is taken to have {@link ModelOptions#UNKNOWN_WINDOW}. */
    ModelCalls(StructuredModel model, ModelOptions options, Executor executor, Sleeper waiting) {
        this.model = model;
        this.executor = executor;
        this.waiting = waiting;
        this.options = options;
        this.window =
                new AtomicInteger(options.contextWindow() > 0 ? options.contextWindow() : ModelOptions.UNKNOWN_WINDOW);
    }

    /** Largest request that the model is known to take, in tokens as counted here; only ever shrinks. */
    int window() {
        return window.get();
    }

    /**
     * Learns from the refusal of a request that was written for a window of {@code assumed} tokens.
     *
     * <p>The model's limit counts, reduced by as much as the model counts the request larger; without a limit the window is halved.
     *
     * @param counted the request's size as counted here, the output limit included
     * @return true if a smaller window is worth a try
     */
    boolean learns(ContextLengthExceeded refusal, int assumed, long counted) {
        int requested = refusal.requestedTokens().orElse(0);
        double share = requested > counted ? (double) counted / requested : 1;
        int fits = (int) (refusal.limitTokens().orElse(0) * share);
        int smaller = Math.max(ModelOptions.MIN_WINDOW, fits > 0 && fits < assumed ? fits : assumed / 2);
        if (smaller >= assumed) {
            return false;
        }
        if (window.getAndAccumulate(smaller, Math::min) > smaller) {
            log.warn(
                    "The compression model refuses requests that a window of {} tokens lets pass; going on with a window of {}. Set"
                            + " session-compression.model.context-window to what it has.",
                    assumed,
                    smaller);
        }
        return true;
    }

    /**
     * Asks one request, again after passing failures, and waits for it.
     *
     * @param budget time that is left; counts calls and tokens
     * @param reader accepts or refuses the answer; a refused answer is not asked for again here
     */
    CallResult call(ModelRequest request, CallBudget budget, Function<ModelAnswer, CallResult> reader) {
        CallResult failure = CallResult.Fault.lasting(Reason.TIMED_OUT, "no time is left for a call");
        for (int tries = 0; !budget.isOver(); tries++) {
            Attempt attempt = attempt(() -> limited(() -> answer(request), budget), request, budget, reader);
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

    /**
     * Asks several requests, a few of them at a time; the readings in their order, up to the first fault that asking again does not mend.
     */
    List<CallResult> callAll(List<ModelRequest> requests, CallBudget budget, Function<ModelAnswer, CallResult> reader) {
        List<CallResult> readings = new ArrayList<>(requests.size());
        Deque<FutureTask<ModelAnswer>> running = new ArrayDeque<>();
        try {
            for (ModelRequest request : requests) {
                int next = readings.size() + running.size();
                while (running.size() < AT_ONCE
                        && next < requests.size()
                        && isStarted(requests.get(next), budget, running)) {
                    next++;
                }
                // Awaited in their order: a later answer that is here already waits in its task.
                // If none could be started, this one is asked alone.
                FutureTask<ModelAnswer> task = budget.isOver() ? null : running.poll();
                Attempt attempt = task == null ? null : attempt(() -> awaited(task, budget), request, budget, reader);
                CallResult reading = attempt == null || attempt.again ? call(request, budget, reader) : attempt.reading;
                readings.add(reading);
                if (reading instanceof CallResult.Fault fault && !fault.repairable()) {
                    break;
                }
            }
        } finally {
            running.forEach(task -> task.cancel(true));
        }
        return readings;
    }

    /** Starts a request in the background; false if the executor takes no more, which is no fault while others run. */
    private boolean isStarted(ModelRequest request, CallBudget budget, Deque<FutureTask<ModelAnswer>> running) {
        try {
            running.add(started(() -> answer(request), budget));
            return true;
        } catch (RejectedExecutionException busy) {
            return false;
        }
    }

    private ModelAnswer answer(ModelRequest request) throws Exception {
        return Objects.requireNonNull(model.answer(request), "the model answered null");
    }

    /** The wait for one answer: a call that is made now, or one that is running already. */
    private interface Answering {
        ModelAnswer get() throws InterruptedException, ExecutionException, TimeoutException;
    }

    /** Waits for an answer and reads it, or what was thrown instead. */
    private Attempt attempt(
            Answering answering, ModelRequest request, CallBudget budget, Function<ModelAnswer, CallResult> reader) {
        try {
            ModelAnswer answer = answering.get();
            budget.add(answer.usage());
            return new Attempt(reader.apply(answer), false);
        } catch (ExecutionException thrown) {
            Throwable cause = thrown.getCause() == null ? thrown : thrown.getCause();
            ProviderFailure failure = read(cause);
            failure.contextLengthExceeded().ifPresent(refusal -> budget.tooLong(refusal, request));
            CallResult.Fault fault =
                    CallResult.Fault.lasting(Reason.MODEL_FAILED, FailureWords.of(cause, failure, request));
            return new Attempt(fault, cause instanceof Exception && !failure.isLasting());
        } catch (RejectedExecutionException | TimeoutException | InterruptedException none) {
            return new Attempt(fault(none), none instanceof TimeoutException);
        }
    }

    /** The fault of a call that {@link #limited} could not start or did not wait for; an interruption is passed on. */
    CallResult.Fault fault(Exception none) {
        if (none instanceof RejectedExecutionException) {
            return CallResult.Fault.lasting(Reason.NO_THREAD, "the executor took no more work");
        }
        if (none instanceof TimeoutException) {
            return CallResult.Fault.lasting(Reason.TIMED_OUT, "no answer within " + options.timeout());
        }
        Thread.currentThread().interrupt();
        return CallResult.Fault.lasting(Reason.INTERRUPTED, "the compressing thread was interrupted");
    }

    /** Runs work on the executor, counts it as one call, and waits for it within the time limit and what is left of the deadline. */
    <T> T limited(Callable<T> work, CallBudget budget)
            throws InterruptedException, ExecutionException, TimeoutException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return awaited(started(work, budget), budget);
    }

    /** Hands work to the executor; counted only if that takes it. */
    private <T> FutureTask<T> started(Callable<T> work, CallBudget budget) {
        FutureTask<T> task = new FutureTask<>(work);
        executor.execute(task);
        budget.addCall();
        return task;
    }

    /** Waits for a task, and interrupts it if it is late; one that has ended is not touched by that. */
    private <T> T awaited(FutureTask<T> task, CallBudget budget)
            throws InterruptedException, ExecutionException, TimeoutException {
        Duration left = budget.left();
        try {
            return waiting.await(task, options.timeout().compareTo(left) < 0 ? options.timeout() : left);
        } finally {
            task.cancel(true);
        }
    }

    /** The failure as the adapter reads it; one that its reader throws at has neither status nor words, so it passes. */
    private ProviderFailure read(Throwable cause) {
        try {
            return model.failure(cause);
        } catch (RuntimeException unreadable) {
            return new ProviderFailure(0, "");
        }
    }
}
