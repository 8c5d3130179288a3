package io.github.sessioncompression.extract;

import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateField;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateSchema;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToIntFunction;

/**
 * Makes a finished state smaller until it fits the room there is.
 *
 * <p><em>Algorithm</em>:
 * <ol>
 *   <li>a state that fits stays as it is;
 *   <li>the newest states of earlier sessions get at most half of the room, the state itself the rest;
 *   <li>lines on segments go first, the oldest before the others, until the state fits;
 *   <li>without them, an extract is condensed by worth ({@link ExtractCompiler}) and a state that a model wrote is cut
 *       from the end of its own lists ({@link StateCut}); the note on what was left out stays if it still fits.
 * </ol>
 *
 * <p><em>Does nothing when</em> the state fits. <em>Threads</em>: immutable; safe for use by many if the counter is.
 * Deterministic, and the result is never larger than the room. <em>On failure</em>: a state that cannot be made small
 * enough is empty; throws only what the counter throws.
 *
 * @see Extract#within
 */
public final class StateFitter {
    /** Below this a state is not worth its place, in tokens of its envelope. */
    public static final int SMALLEST_ROOM = 48;

    private final StateSchema schema;
    private final ToIntFunction<String> counter;
    private final ExtractCompiler compiler;

    /** A fitter for states of a schema; {@code counter} gives the tokens of a text. */
    public StateFitter(StateSchema schema, ToIntFunction<String> counter, ExtractCompiler compiler) {
        this.schema = Objects.requireNonNull(schema, "schema");
        this.counter = Objects.requireNonNull(counter, "counter");
        this.compiler = Objects.requireNonNull(compiler, "compiler");
    }

    /**
     * The state as it is shown.
     *
     * @param room the most tokens the envelope may have; below {@value #SMALLEST_ROOM} nothing is shown
     */
    public StateDocument fit(StateDocument state, int room) {
        return room < SMALLEST_ROOM ? StateDocument.EMPTY : within(state, room);
    }

    /**
     * {@code state}, made smaller if it is larger than {@code room} tokens: its lines on segments go first, the oldest before the others,
     * then the state is condensed. Empty if that is too little for any of it.
     */
    public StateDocument within(StateDocument state, int room) {
        if (tokens(state) <= room) {
            return state;
        }
        List<StateItem> earlier = state.items(StateDocument.EARLIER);
        return earlier.isEmpty()
                ? own(state, room)
                : besideEarlier(state.with(StateDocument.EARLIER, List.of()), earlier, room);
    }

    /** The state in the room that is left beside the newest earlier sessions, which take at most half of it. */
    private StateDocument besideEarlier(StateDocument state, List<StateItem> earlier, int room) {
        int shown = StateCut.largest(earlier.size(), newest -> tokens(alone(earlier, newest)) <= room / 2);
        StateDocument beside = alone(earlier, Math.max(0, shown));
        return own(state, room - tokens(beside)).with(StateDocument.EARLIER, beside.items(StateDocument.EARLIER));
    }

    /** A state of the {@code newest} first of the earlier sessions and nothing else. */
    private static StateDocument alone(List<StateItem> earlier, int newest) {
        return StateDocument.EMPTY.with(StateDocument.EARLIER, earlier.subList(0, newest));
    }

    /** The state without states of earlier sessions, in the room. */
    private StateDocument own(StateDocument state, int room) {
        if (tokens(state) <= room) {
            return state;
        }
        StateDocument bare = state.with(StateDocument.SEGMENTS, List.of());
        if (tokens(bare) <= room) {
            return withLatest(bare, state.items(StateDocument.SEGMENTS), room);
        }
        StateDocument noted =
                condensed(bare, room - tokens(bare) + tokens(bare.with(StateDocument.LEFT_OUT, List.of())));
        noted = noted.isEmpty() ? noted : noted.with(StateDocument.LEFT_OUT, state.items(StateDocument.LEFT_OUT));
        return noted.isEmpty() || tokens(noted) > room ? condensed(bare, room) : noted;
    }

    private StateDocument condensed(StateDocument state, int room) {
        if (schema.isByModel(state)) {
            return StateCut.within(schema, state, room, counter);
        }
        StateDocument condensed = room < 1 ? StateDocument.EMPTY : compiler.condense(schema, state, room);
        return tokens(condensed) <= room ? condensed : StateDocument.EMPTY;
    }

    /** {@code state} with as many of {@code segments}, the last ones, as there is room for. */
    public StateDocument withLatest(StateDocument state, List<StateItem> segments, int room) {
        int fits = StateCut.largest(segments.size(), latest -> tokens(with(state, segments, latest)) <= room);
        return with(state, segments, Math.max(0, fits));
    }

    /** The state with the {@code latest} last lines on segments. */
    private static StateDocument with(StateDocument state, List<StateItem> segments, int latest) {
        return state.with(StateDocument.SEGMENTS, segments.subList(segments.size() - latest, segments.size()));
    }

    /** Tokens of the state in its envelope; 0 if it shows nothing. */
    private int tokens(StateDocument state) {
        return state.isEmpty() ? 0 : counter.applyAsInt(StateEnvelope.wrap(schema, state));
    }

    /** All states in one, the oldest first, of any size; segments and earlier sessions are those of the last. */
    public StateDocument joined(List<StateDocument> states) {
        Map<String, List<StateItem>> fields = new LinkedHashMap<>();
        for (StateField field : schema.fields()) {
            List<StateItem> items = all(states, field.name());
            boolean one = field.shape() == StateField.Shape.TEXT && !items.isEmpty();
            fields.put(field.name(), one ? List.of(StateItem.joined(" ", items)) : items);
        }
        StateDocument last = states.get(states.size() - 1);
        return new StateDocument(fields)
                .with(StateDocument.FOUND, all(states, StateDocument.FOUND))
                .with(StateDocument.LEDGER, all(states, StateDocument.LEDGER))
                .with(StateDocument.LEFT_OUT, all(states, StateDocument.LEFT_OUT))
                .with(StateDocument.SEGMENTS, last.items(StateDocument.SEGMENTS))
                .with(StateDocument.EARLIER, last.items(StateDocument.EARLIER));
    }

    private static List<StateItem> all(List<StateDocument> states, String field) {
        return states.stream().flatMap(state -> state.items(field).stream()).toList();
    }
}
