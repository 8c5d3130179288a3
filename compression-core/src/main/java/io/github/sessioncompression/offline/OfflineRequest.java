package io.github.sessioncompression.offline;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.token.TokenCounter;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the offline compiler is given.
 *
 * <p>Immutable, so safe for use by many threads if the counter is.
 *
 * @param messages the span to be compressed, in order; system messages are passed over
 * @param previous the state so far, whose notes compete with the new ones; {@code null} if there is none
 * @param focus what matters most, in a few words; {@code null} for no preference
 * @param schema the new state's shape
 * @param maxTokens the most tokens that the new state may have as compact JSON, 1 or more
 * @param counter what counts them
 */
public record OfflineRequest(
        List<Message> messages,
        @Nullable StateDocument previous,
        @Nullable String focus,
        StateSchema schema,
        int maxTokens,
        TokenCounter counter) {

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if {@code maxTokens} is below 1
     */
    public OfflineRequest {
        messages = List.copyOf(messages);
        Objects.requireNonNull(schema, "schema");
        Objects.requireNonNull(counter, "counter");
        if (maxTokens < 1) {
            throw new IllegalArgumentException("maxTokens must be 1 or more, but was " + maxTokens);
        }
    }

    /** A request without a previous state and without a focus. */
    public static OfflineRequest of(List<Message> messages, StateSchema schema, int maxTokens, TokenCounter counter) {
        return new OfflineRequest(messages, null, null, schema, maxTokens, counter);
    }

    /** This request with a state to merge into. */
    public OfflineRequest withPrevious(@Nullable StateDocument state) {
        return new OfflineRequest(messages, state, focus, schema, maxTokens, counter);
    }

    /** This request with something that matters most. */
    public OfflineRequest withFocus(@Nullable String text) {
        return new OfflineRequest(messages, previous, text, schema, maxTokens, counter);
    }
}
