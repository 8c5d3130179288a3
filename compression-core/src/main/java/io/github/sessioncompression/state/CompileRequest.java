package io.github.sessioncompression.state;

import io.github.sessioncompression.message.Entry;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a state compiler, by model or offline, is asked to turn into a state.
 *
 * @param schema the shape of the state to write
 * @param before what was said last before the span, oldest first, so that what answers it is understood; it is covered already and not to be told of
 * @param span the messages to cover with their sequence numbers, oldest first; whole groups, no system messages. A model also reads pinned messages
 *     among them and the current turn's user message, which stay in the view
 * @param previous the state that covers what came before the span, to be merged; {@code null} if there is none
 * @param focus what to keep before all else, in the application's or the user's words; {@code null} for no preference
 * @param maxTokens cap of the rendered {@link StateEnvelope#wrap(StateSchema, StateDocument) envelope}, 1 or more
 * @param stretches the parts of the span that a model is to tell of one by one beside the state, oldest first: the sequence numbers of
 *     each, ascending. Without a model they are not told of
 */
public record CompileRequest(
        StateSchema schema,
        List<Entry> before,
        List<Entry> span,
        @Nullable StateDocument previous,
        @Nullable String focus,
        int maxTokens,
        List<List<Long>> stretches) {
    /**
     * Checks the cap and copies the lists.
     *
     * @throws IllegalArgumentException if {@code maxTokens} is below 1
     */
    public CompileRequest {
        Objects.requireNonNull(schema, "schema");
        before = List.copyOf(before);
        span = List.copyOf(span);
        stretches = stretches.stream().map(List::copyOf).toList();
        if (maxTokens < 1) {
            throw new IllegalArgumentException("maxTokens must be 1 or more, but was " + maxTokens);
        }
    }

    /** A request for a state alone. */
    public CompileRequest(
            StateSchema schema,
            List<Entry> span,
            @Nullable StateDocument previous,
            @Nullable String focus,
            int maxTokens) {
        this(schema, List.of(), span, previous, focus, maxTokens, List.of());
    }

    /** The same behind these messages. */
    public CompileRequest behind(List<Entry> said) {
        return new CompileRequest(schema, said, span, previous, focus, maxTokens, stretches);
    }

    /** The same with another cap. */
    public CompileRequest within(int tokens) {
        return new CompileRequest(schema, before, span, previous, focus, tokens, stretches);
    }

    /** The same with these stretches to be told of beside the state. */
    public CompileRequest telling(List<List<Long>> of) {
        return new CompileRequest(schema, before, span, previous, focus, maxTokens, of);
    }
}
