package io.github.sessioncompression.recall;

import io.github.sessioncompression.model.Waiting;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Calls of something of the application's that may hang: on threads of an executor, so that nobody waits longer for it than a limit. After it
 * was too slow it is not called for a while. Safe for use by many threads.
 */
final class LimitedCalls {
    /** So long what was too slow is not called. */
    private static final Duration REST = Duration.ofSeconds(30);

    private final Duration limit;
    private final Executor executor;
    private final Waiting waiting;
    private final LongSupplier nanos;
    private final AtomicBoolean resting = new AtomicBoolean();
    private final AtomicLong slowAt = new AtomicLong();

    /**
     * Calls with a limit.
     *
     * @param executor runs them
     * @param waiting how they are waited for
     * @param nanos a clock for durations
     */
    LimitedCalls(Duration limit, Executor executor, Waiting waiting, LongSupplier nanos) {
        this.limit = limit;
        this.executor = executor;
        this.waiting = waiting;
        this.nanos = nanos;
    }

    /** A call gave nothing; the message says why, without anything that somebody else has written. */
    static final class Failed extends RuntimeException {
        private static final long serialVersionUID = 1;

        private Failed(String why) {
            super(why, null, false, false);
        }
    }

    /**
     * What {@code call} returns.
     *
     * @throws Failed if it throws whatever, does not return in time or is not made, or if this thread is interrupted, which stays set
     */
    <T> T make(Callable<T> call) {
        if (resting.get() && nanos.getAsLong() - slowAt.get() < REST.toNanos()) {
            throw new Failed("it rests after it was too slow");
        }
        resting.set(false);
        FutureTask<T> task = new FutureTask<>(call);
        try {
            executor.execute(task);
            return waiting.await(task, limit);
        } catch (TimeoutException slow) {
            task.cancel(true);
            slowAt.set(nanos.getAsLong());
            resting.set(true);
            throw new Failed("it did not answer within " + limit);
        } catch (ExecutionException thrown) {
            Throwable cause = thrown.getCause();
            throw new Failed((cause == null ? thrown : cause).getClass().getName());
        } catch (RejectedExecutionException full) {
            throw new Failed("no thread was to be had for it");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failed("the thread was interrupted");
        }
    }
}
