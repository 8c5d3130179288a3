package io.github.sessioncompression;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Lets one run at a time compress a conversation in this process, and others wait for its end.
 *
 * <p>Kept by the conversation's id, whatever objects stand for it. Holds an entry for each run under way only. Safe for use by
 * many threads.
 */
final class Flights {
    private final ConcurrentHashMap<String, CountDownLatch> running = new ConcurrentHashMap<>();

    /** A run's turn; {@code null} if another one has it. Give it back with {@link #end}. */
    @Nullable
    CountDownLatch begin(String conversationId) {
        CountDownLatch turn = new CountDownLatch(1);
        return running.putIfAbsent(conversationId, turn) == null ? turn : null;
    }

    void end(String conversationId, CountDownLatch turn) {
        running.remove(conversationId, turn);
        turn.countDown();
    }

    /** What runs now is about something that is gone: it neither holds up nor blocks what comes. */
    void forget(String conversationId) {
        CountDownLatch turn = running.remove(conversationId);
        if (turn != null) {
            turn.countDown();
        }
    }

    boolean isRunning(String conversationId) {
        return running.containsKey(conversationId);
    }

    /**
     * A run's turn, once what runs now has ended; waits at most so long, and an interrupt ends the wait and stays set.
     *
     * @return {@code null} if another one still has it
     */
    @Nullable
    CountDownLatch await(String conversationId, Duration atMost) {
        CountDownLatch turn = running.get(conversationId);
        try {
            boolean free = turn == null || turn.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
            return free ? begin(conversationId) : null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }
}
