package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.WatchedStore;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A process that stops before each of its calls of the store until it is let make it, so that two of them can be made to meet in any way. */
final class TakingTurns implements AutoCloseable {
    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final Semaphore stopped = new Semaphore(0);
    private final Semaphore may = new Semaphore(0);
    private Future<?> act = thread.submit(() -> {});
    private volatile boolean acts;
    private int calls;

    /** The store as this process has it. */
    SessionStore over(SessionStore store, WatchedStore.Watcher watcher) {
        return WatchedStore.of(store, call -> {
            if (acts) {
                stopped.release();
                await(may);
            }
            return watcher.pass(call);
        });
    }

    /** Begins to do something, up to its first call of the store. */
    void begin(Runnable what) throws InterruptedException {
        acts = true;
        calls = 0;
        act = thread.submit(() -> {
            try {
                what.run();
            } finally {
                acts = false;
                stopped.release();
            }
        });
        await(stopped);
    }

    /** Makes so many calls of the store, and no more than there are. */
    void make(int most) throws InterruptedException {
        for (int i = 0; i < most && acts; i++) {
            calls++;
            may.release();
            await(stopped);
        }
    }

    /** Makes all that are left, and says how many there were. */
    int end() throws Exception {
        make(Integer.MAX_VALUE);
        act.get(1, TimeUnit.MINUTES);
        return calls;
    }

    private static void await(Semaphore semaphore) throws InterruptedException {
        assertThat(semaphore.tryAcquire(1, TimeUnit.MINUTES)).isTrue();
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
