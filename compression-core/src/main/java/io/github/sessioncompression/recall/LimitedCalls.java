package io.github.sessioncompression.recall;

import io.github.sessioncompression.model.Waiting;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls that may hang, each on a thread of an executor and with a time limit. After a timeout no call is made for 30 seconds. Safe for use
 * by many threads.
 */
final class LimitedCalls {
    private static final Duration REST = Duration.ofSeconds(30);

    private final Duration limit;
    private final Executor executor;
    private final Waiting waiting;
    private final LongSupplier nanos;
    private final AtomicReference<@Nullable Long> timedOutAt = new AtomicReference<>();

    LimitedCalls(Duration limit, Executor executor, Waiting waiting, LongSupplier nanos) {
        this.limit = limit;
        this.executor = executor;
        this.waiting = waiting;
        this.nanos = nanos;
    }

    /** A call without a result; the message gives the reason, without anything that somebody else has written. */
    static final class Failed extends RuntimeException {
        private static final long serialVersionUID = 1;

        private Failed(String reason) {
            super(reason, null, false, false);
        }
    }

    /**
     * The result of {@code call}.
     *
     * @throws Failed if it throws anything, times out or is not made, or if this thread is interrupted, which stays set
     */
    <T> T make(Callable<T> call) {
        Long since = timedOutAt.get();
        if (since != null && nanos.getAsLong() - since < REST.toNanos()) {
            throw new Failed("it is not called for " + REST + " after a timeout");
        }
        timedOutAt.set(null);
        FutureTask<T> task = new FutureTask<>(call);
        try {
            executor.execute(task);
            return waiting.await(task, limit);
        } catch (TimeoutException e) {
            task.cancel(true);
            timedOutAt.set(nanos.getAsLong());
            throw new Failed("it did not answer within " + limit);
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            throw new Failed((cause == null ? e : cause).getClass().getName());
        } catch (RejectedExecutionException e) {
            throw new Failed("no thread was free for it");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failed("the thread was interrupted");
        }
    }
}
