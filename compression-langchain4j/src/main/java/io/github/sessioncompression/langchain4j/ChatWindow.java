package io.github.sessioncompression.langchain4j;

import dev.langchain4j.model.TokenCountEstimator;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Limit of what is sent of a chat while compression is switched off, by the rules of LangChain4j's own windows.
 *
 * <p>Of the messages after a leading system message, the oldest are left out until the rest fits; with a message
 * that calls tools go the results of its calls. Nothing is deleted: what is left out comes back when the window grows or
 * compression is switched on. Immutable, so safe for use by many threads if its functions and its estimator are.
 */
public final class ChatWindow {
    private final ToIntFunction<Object> limit;
    private final @Nullable TokenCountEstimator estimator;

    private ChatWindow(ToIntFunction<Object> limit, @Nullable TokenCountEstimator estimator) {
        this.limit = limit;
        this.estimator = estimator;
    }

    /**
     * At most so many messages, the system message included.
     *
     * @param max 1 or more
     * @throws IllegalArgumentException if {@code max} is below 1
     */
    public static ChatWindow messages(int max) {
        checked("maxMessages", max);
        return messages(id -> max);
    }

    /** At most so many messages by memory id; asked at each request, for 1 or more. */
    public static ChatWindow messages(ToIntFunction<Object> maxById) {
        return new ChatWindow(maxById, null);
    }

    /**
     * At most so many tokens.
     *
     * @param max 1 or more
     * @param estimator asked once for each message; when it throws, the policy's own counter is
     * @throws IllegalArgumentException if {@code max} is below 1
     */
    public static ChatWindow tokens(int max, TokenCountEstimator estimator) {
        checked("maxTokens", max);
        return tokens(id -> max, estimator);
    }

    /** At most so many tokens by memory id; asked at each request, for 1 or more. */
    public static ChatWindow tokens(ToIntFunction<Object> maxById, TokenCountEstimator estimator) {
        return new ChatWindow(maxById, estimator);
    }

    /** Counter of the tokens; {@code null} for a window of messages. */
    @Nullable
    TokenCountEstimator estimator() {
        return estimator;
    }

    /**
     * Room of the chat of that id, in messages or tokens.
     *
     * @throws IllegalArgumentException if that is below 1
     */
    int limit(Object memoryId) {
        return checked(estimator == null ? "maxMessages" : "maxTokens", limit.applyAsInt(memoryId));
    }

    private static int checked(String name, int max) {
        if (max < 1) {
            throw new IllegalArgumentException(name + " must be 1 or more, but was " + max);
        }
        return max;
    }
}
