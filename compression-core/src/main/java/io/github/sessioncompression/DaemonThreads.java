package io.github.sessioncompression;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads that all compressors of a process share, so that an application with a compressor for each user has no threads for
 * each user. They are daemons, and end when there is nothing to do for a while.
 */
final class DaemonThreads {
    /** How many compressions run at the same time at most. */
    static final int COMPRESSIONS = 16;

    private static final int QUEUE = 1_000;
    private static final int IDLE_SECONDS = 30;
    private static final Executor FOR_COMPRESSIONS = pool(COMPRESSIONS, "session-compression-");
    private static final Executor FOR_MODEL_CALLS = pool(0, "session-compression-model-");

    private DaemonThreads() {}

    /** Runs compressions; refuses what is more than the queue holds. */
    static Executor forCompressions() {
        return FOR_COMPRESSIONS;
    }

    /** Runs the model's calls: never more than there are compressions under way; and those of meaning stores, which are bounded, too. */
    static Executor forModelCalls() {
        return FOR_MODEL_CALLS;
    }

    /** A pool of up to {@code most} threads with a queue before it, or without limit and queue for 0. */
    private static ThreadPoolExecutor pool(int most, String namePrefix) {
        AtomicInteger count = new AtomicInteger();
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                most,
                most == 0 ? Integer.MAX_VALUE : most,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                most == 0 ? new SynchronousQueue<>() : new LinkedBlockingQueue<>(QUEUE),
                task -> {
                    Thread thread = new Thread(task, namePrefix + count.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }
}
