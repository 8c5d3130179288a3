package io.github.sessioncompression.state;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.option.Bounds;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Input of a state compiler, by model or offline.
 *
 * <p>Immutable. Made by {@code context.TaskMaker} for each compression; a compiler reads nothing else, so that equal
 * requests give equal extracts.
 *
 * @param schema the shape of the state
 * @param before the last messages before the span, oldest first, so that answers to them are understood; they are covered already
 * @param span the messages to cover with their sequence numbers, oldest first; whole groups, no system messages. A model also reads pinned messages
 *     among them and the current turn's user message, which stay in the view
 * @param previous the state that covers what came before the span, to be merged; {@code null} if there is none
 * @param focus what to keep before all else, in the application's or the user's words; {@code null} for no preference
 * @param maxTokens cap of the rendered {@link StateEnvelope#wrap(StateSchema, StateDocument) envelope}, 1 or more
 * @param segments parts of the span that a model is to summarize one by one beside the state, oldest first: the sequence numbers of each,
 *     ascending
 * @param aboutUser true if a model is to write down, in {@link StateDocument#ABOUT_USER}, what the user states about themselves
 */
public record CompileRequest(
        StateSchema schema,
        List<Entry> before,
        List<Entry> span,
        @Nullable StateDocument previous,
        @Nullable String focus,
        int maxTokens,
        List<List<Long>> segments,
        boolean aboutUser) {
    /**
     * Checks the cap and copies the lists.
     *
     * @throws IllegalArgumentException if {@code maxTokens} is below 1
     */
    public CompileRequest {
        Objects.requireNonNull(schema, "schema");
        before = List.copyOf(before);
        span = List.copyOf(span);
        segments = segments.stream().map(List::copyOf).toList();
        Bounds.atLeast("maxTokens", maxTokens, 1);
    }

    /** A request for a state alone. */
    public CompileRequest(
            StateSchema schema,
            List<Entry> span,
            @Nullable StateDocument previous,
            @Nullable String focus,
            int maxTokens) {
        this(schema, List.of(), span, previous, focus, maxTokens, List.of(), false);
    }

    /** This request with other messages before the span. */
    public CompileRequest behind(List<Entry> said) {
        return new CompileRequest(schema, said, span, previous, focus, maxTokens, segments, aboutUser);
    }

    /** This request on top of another state; an empty one is none. */
    public CompileRequest withPrevious(StateDocument state) {
        return new CompileRequest(
                schema, before, span, state.isEmpty() ? null : state, focus, maxTokens, segments, aboutUser);
    }

    /** This request with segments to be summarized beside the state. */
    public CompileRequest withSegments(List<List<Long>> parts) {
        return new CompileRequest(schema, before, span, previous, focus, maxTokens, parts, aboutUser);
    }

    /** This request, with or without the user's facts about themselves. */
    public CompileRequest withAboutUser(boolean asked) {
        return new CompileRequest(schema, before, span, previous, focus, maxTokens, segments, asked);
    }
}
