package io.github.sessioncompression.quarkus;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads for what event loops pass. They are daemons, begin when they are needed, and end with the application. */
final class Writing implements Executor, AutoCloseable {
    private static final int MOST_THREADS = 16;
    private static final int IDLE_SECONDS = 10;
    private static final int END_SECONDS = 5;

    private final ThreadPoolExecutor threads;

    Writing() {
        AtomicInteger number = new AtomicInteger();
        threads = new ThreadPoolExecutor(
                MOST_THREADS, MOST_THREADS, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "session-compression-writing-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
    }

    @Override
    public void execute(Runnable task) {
        threads.execute(task);
    }

    /** Waits a moment for tasks that were passed: their messages must be stored. */
    @Override
    public void close() {
        threads.shutdown();
        try {
            if (!threads.awaitTermination(END_SECONDS, TimeUnit.SECONDS)) {
                threads.shutdownNow();
            }
        } catch (InterruptedException e) {
            threads.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
