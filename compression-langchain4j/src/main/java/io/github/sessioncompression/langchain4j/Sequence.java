package io.github.sessioncompression.langchain4j;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Runs one memory's asynchronous calls on threads of this library's own, one after the other in the order in which they were made.
 *
 * <p>A store may block, and SYNC execution waits for a model: neither may hold up the caller's thread. Safe for use by
 * many threads.
 */
final class Sequence {
    /** More calls than these at a time wait for a thread; calls of one memory never run at a time anyway. */
    private static final int MOST_THREADS = 64;

    private static final int IDLE_SECONDS = 30;
    private static final Executor THREADS = threads();

    private CompletableFuture<?> last = CompletableFuture.completedFuture(null);

    /**
     * Runs a call when all before it have ended, however they did.
     *
     * @return what the call returns or throws; cancelling it has no effect on the call, which those after it rely on
     */
    synchronized <T> CompletableFuture<T> then(Supplier<T> call) {
        CompletableFuture<T> result = last.handleAsync((before, failure) -> call.get(), THREADS);
        last = result;
        return result.copy();
    }

    private static Executor threads() {
        AtomicInteger number = new AtomicInteger();
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                MOST_THREADS, MOST_THREADS, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "session-compression-memory-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }
}
