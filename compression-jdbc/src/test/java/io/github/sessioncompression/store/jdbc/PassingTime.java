package io.github.sessioncompression.store.jdbc;

import io.github.sessioncompression.model.Sleeper;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/** Time that passes as soon as somebody waits for it. */
record PassingTime(List<Duration> pauses, AtomicLong nanos) implements Sleeper {
    @Override
    public <T> T await(Future<T> call, Duration limit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void pause(Duration length) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        pauses.add(length);
        nanos.addAndGet(length.toNanos());
    }
}
