package io.github.sessioncompression;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Lets one run at a time compress a conversation in this process, and others wait for its end. Safe for many threads. */
final class SingleFlight {
    private final AtomicReference<@Nullable CountDownLatch> running = new AtomicReference<>();

    /** A run's turn; {@code null} if another one has it. Give it back with {@link #end}. */
    @Nullable
    CountDownLatch begin() {
        CountDownLatch turn = new CountDownLatch(1);
        return running.compareAndSet(null, turn) ? turn : null;
    }

    void end(CountDownLatch turn) {
        running.compareAndSet(turn, null);
        turn.countDown();
    }

    /** What runs now is about something that is gone: it neither holds up nor blocks what comes. */
    void forget() {
        CountDownLatch turn = running.getAndSet(null);
        if (turn != null) {
            turn.countDown();
        }
    }

    boolean isRunning() {
        return running.get() != null;
    }

    /**
     * Waits until what runs now has ended, at most so long; an interrupt ends the wait and stays set.
     *
     * @return whether it has ended
     */
    boolean await(Duration atMost) {
        CountDownLatch turn = running.get();
        if (turn == null) {
            return true;
        }
        try {
            return turn.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
