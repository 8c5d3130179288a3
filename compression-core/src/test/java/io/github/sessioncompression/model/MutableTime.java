package io.github.sessioncompression.model;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;

/**
 * Time for tests: passes only when told to, or when somebody waits.
 *
 * <p>Waiting for a call that has not ended takes its whole limit at once; pair it with {@link ScriptedModel#executor()}, which
 * lets a call end or hang first. Safe for use by many threads.
 */
public final class MutableTime extends Clock implements Sleeper {
    private final List<Duration> pauses = new ArrayList<>();
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");

    /** Lets {@code length} pass. */
    public synchronized void advance(Duration length) {
        now = now.plus(length);
    }

    /** The pauses that were made, in order. */
    public synchronized List<Duration> pauses() {
        return List.copyOf(pauses);
    }

    @Override
    public synchronized Instant instant() {
        return now;
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }

    @Override
    public <T> T await(Future<T> call, Duration limit)
            throws InterruptedException, ExecutionException, TimeoutException {
        if (call.isDone()) {
            return call.get();
        }
        advance(limit);
        throw new TimeoutException();
    }

    @Override
    public synchronized void pause(Duration length) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        pauses.add(length);
        now = now.plus(length);
    }
}
