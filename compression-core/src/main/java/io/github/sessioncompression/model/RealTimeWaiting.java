package io.github.sessioncompression.model;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The thread waits as long as it is told to. */
enum RealTimeWaiting implements Waiting {
    INSTANCE;

    @Override
    public <T> T await(Future<T> call, Duration limit)
            throws InterruptedException, ExecutionException, TimeoutException {
        return call.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void pause(Duration length) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(length.toNanos());
    }
}
