package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.Conversation;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.springframework.ai.chat.messages.Message;

/**
 * Turns under way in this process, by conversation, and the endings of those that were broken off.
 *
 * <p>An ending writes to the store, so a stream has it done elsewhere; the conversation's next turn waits for it, or its question would
 * precede the end of the turn before. Safe for use by many threads.
 */
final class OpenTurns {
    /** Maximum wait of a blocking call, in seconds: the chat continues without the ending if the store hangs. */
    private static final int MAX_WAIT_SECONDS = 30;

    private final ConcurrentHashMap<String, Integer> underWay = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<String, CompletableFuture<Void>> endings = new ConcurrentHashMap<>();

    /**
     * Begins a turn; wait for {@link #settled} before its question is added.
     *
     * @param asked the messages of the request
     */
    Turn begin(Conversation conversation, List<Message> asked) {
        underWay.merge(conversation.id(), 1, Integer::sum);
        return new Turn(conversation, asked);
    }

    /** Completes when no ending of an earlier turn is pending; never exceptionally. */
    CompletableFuture<Void> settled(Turn turn) {
        CompletableFuture<Void> pending = endings.get(turn.conversation().id());
        return pending == null
                ? CompletableFuture.completedFuture(null)
                : pending.<Void>handle((done, failure) -> null);
    }

    /** Waits for {@link #settled} for a limited time. */
    void awaitSettled(Turn turn) {
        settled(turn)
                .completeOnTimeout(null, MAX_WAIT_SECONDS, TimeUnit.SECONDS)
                .join();
    }

    /** Ends a turn that has its answer; no effect on one that has ended. */
    void end(Turn turn) {
        if (turn.end()) {
            leave(turn);
        }
    }

    /**
     * Ends a turn without a whole answer, for the chat too unless another call is at work on it; no effect on one that has ended.
     *
     * @param executor writes the end of the turn
     */
    void breakOff(Turn turn, Executor executor) {
        if (!turn.end()) {
            return;
        }
        String id = turn.conversation().id();
        CompletableFuture<Boolean> alone = new CompletableFuture<>();
        CompletableFuture<Void> ending = endings.compute(id, (key, before) -> {
            CompletableFuture<Boolean> due = before == null
                    ? alone
                    : before.handle((done, failure) -> null).thenCombine(alone, (done, last) -> last);
            return due.thenAcceptAsync(last -> interrupt(turn, last), executor);
        });
        // It is known before the turn is no longer counted, so a turn that begins now sees one of the two.
        alone.complete(leave(turn));
        CompletableFuture<Void> unused = ending.whenComplete((done, failure) -> endings.remove(id, ending));
    }

    private static void interrupt(Turn turn, boolean last) {
        if (last) {
            turn.interrupted();
        }
    }

    /** True if no other turn of the conversation is under way. */
    private boolean leave(Turn turn) {
        return underWay.computeIfPresent(turn.conversation().id(), (id, count) -> count == 1 ? null : count - 1)
                == null;
    }
}
