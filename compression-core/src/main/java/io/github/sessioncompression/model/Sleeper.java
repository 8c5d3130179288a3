package io.github.sessioncompression.model;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Port by which a {@code ModelStateCompiler} waits, so that a test needs no time.
 *
 * <p>Implementations are safe for use by many threads.
 */
public interface Sleeper {
    /** Waiting in real time. */
    static Sleeper realTime() {
        return new Sleeper() {
            @Override
            public <T> T await(Future<T> call, Duration limit)
                    throws InterruptedException, ExecutionException, TimeoutException {
                return call.get(limit.toNanos(), TimeUnit.NANOSECONDS);
            }

            @Override
            public void pause(Duration length) throws InterruptedException {
                TimeUnit.NANOSECONDS.sleep(length.toNanos());
            }
        };
    }

    /**
     * Waits for a call to end.
     *
     * @param limit the longest wait, more than zero
     * @return what the call returned
     * @throws TimeoutException if it did not end within {@code limit}; it may still be running
     * @throws ExecutionException if it threw, with that as the cause
     * @throws InterruptedException if the waiting thread was interrupted
     */
    <T> T await(Future<T> call, Duration limit) throws InterruptedException, ExecutionException, TimeoutException;

    /**
     * Lets {@code length} pass, before a call is tried again.
     *
     * @throws InterruptedException if the waiting thread was interrupted
     */
    void pause(Duration length) throws InterruptedException;
}
