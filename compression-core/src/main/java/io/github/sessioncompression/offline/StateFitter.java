package io.github.sessioncompression.offline;

import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateField;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateMode;
import io.github.sessioncompression.state.StateSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToIntFunction;

/**
 * Makes the one document that is shown out of a record's states, within the room there is.
 *
 * <p>Of merged states that is the last. A chain's segments share the room: by age, so that the newest has the most, but none
 * less than half as much as the newest; what a segment does not need is handed on to the others. Within its share a segment is
 * condensed by worth. Where there are too many segments for each to say anything, neighbours among the oldest share as one.
 *
 * <p>Deterministic; what comes out is never larger than the room. Time grows with the states' text. Safe for use by many
 * threads if the counter is.
 */
public final class StateFitter {
    /** Below this a state says nothing worth its place, in tokens. */
    public static final int SMALLEST_ROOM = 48;

    /** The share of a segment, compared with the next newer one's. */
    private static final double BY_AGE = 0.9;
    /** The smallest share of a segment, compared with the newest one's. */
    private static final double FLOOR = 0.5;
    /** With less than this many tokens a segment says too little. */
    private static final int LEAST_SHARE = 64;
    /** Sums of counts are not counts of sums: a few corrections bring the whole within its room. */
    private static final int CORRECTIONS = 4;

    private final StateSchema schema;
    private final StateMode mode;
    private final ToIntFunction<String> counter;
    private final OfflineStateCompiler compiler;

    /**
     * A fitter.
     *
     * @param schema the shape of what is shown
     * @param mode whether the states are merged or a chain
     * @param counter counts the tokens of an envelope's text
     * @param compiler condenses what is too large
     */
    public StateFitter(
            StateSchema schema, StateMode mode, ToIntFunction<String> counter, OfflineStateCompiler compiler) {
        this.schema = Objects.requireNonNull(schema, "schema");
        this.mode = Objects.requireNonNull(mode, "mode");
        this.counter = Objects.requireNonNull(counter, "counter");
        this.compiler = Objects.requireNonNull(compiler, "compiler");
    }

    /**
     * What is shown of {@code states}.
     *
     * @param states oldest first
     * @param room the most tokens the envelope may have; below {@value #SMALLEST_ROOM} nothing is shown
     */
    public StateDocument fit(List<StateDocument> states, int room) {
        if (states.isEmpty() || room < SMALLEST_ROOM) {
            return StateDocument.EMPTY;
        }
        return mode == StateMode.MERGE ? within(states.get(states.size() - 1), room) : chained(states, room);
    }

    /** {@code state}, condensed if it is larger than {@code room} tokens; empty if that is too little for any of it. */
    public StateDocument within(StateDocument state, int room) {
        if (tokens(state) <= room) {
            return state;
        }
        StateDocument condensed = room < 1 ? StateDocument.EMPTY : compiler.condense(schema, state, room);
        return tokens(condensed) <= room ? condensed : StateDocument.EMPTY;
    }

    private int tokens(StateDocument state) {
        return state.isEmpty() ? 0 : envelope(state);
    }

    private int envelope(StateDocument state) {
        return counter.applyAsInt(StateEnvelope.wrap(schema, state));
    }

    private StateDocument chained(List<StateDocument> states, int room) {
        StateDocument all = joined(states);
        if (tokens(all) <= room) {
            return all;
        }
        List<StateDocument> segments = grouped(states, room / LEAST_SHARE);
        StateDocument shown = all;
        int shared = room;
        for (int i = 0; i < CORRECTIONS && shared > 0; i++) {
            shown = joined(condensed(segments, shared));
            int size = tokens(shown);
            if (size <= room) {
                return shown;
            }
            shared -= size - room;
        }
        return within(shown, room);
    }

    /** At most {@code most} segments: the newest as they are, the others joined with their neighbours, as evenly as can be. */
    private List<StateDocument> grouped(List<StateDocument> states, int most) {
        if (states.size() <= most) {
            return states;
        }
        int alone = most / 2;
        int groups = Math.max(1, most - alone);
        int old = states.size() - alone;
        List<StateDocument> segments = new ArrayList<>(most);
        for (int i = 0; i < groups; i++) {
            segments.add(
                    joined(states.subList((int) ((long) old * i / groups), (int) ((long) old * (i + 1) / groups))));
        }
        segments.addAll(states.subList(old, states.size()));
        return segments;
    }

    /** Each segment within its share of {@code room}; the envelope around all of them is paid once. */
    private List<StateDocument> condensed(List<StateDocument> segments, int room) {
        int around = envelope(StateDocument.EMPTY);
        int[] needs = new int[segments.size()];
        for (int i = 0; i < needs.length; i++) {
            needs[i] = Math.max(0, tokens(segments.get(i)) - around);
        }
        int[] shares = shares(needs, Math.max(0, room - around));
        List<StateDocument> condensed = new ArrayList<>(needs.length);
        for (int i = 0; i < needs.length; i++) {
            condensed.add(within(segments.get(i), shares[i] + around));
        }
        return condensed;
    }

    /**
     * How many tokens each segment gets, oldest first.
     *
     * <p>Who needs less than the share of its age gets what it needs, which leaves more for the others, until nobody needs
     * less: the max-min fair share with weights.
     */
    static int[] shares(int[] needs, int room) {
        int[] shares = new int[needs.length];
        boolean[] settled = new boolean[needs.length];
        double left = room;
        boolean changed = true;
        while (changed) {
            changed = false;
            double each = left / openWeight(settled);
            for (int i = 0; i < needs.length; i++) {
                if (!settled[i] && needs[i] <= each * weight(needs.length - 1 - i)) {
                    shares[i] = needs[i];
                    left -= needs[i];
                    settled[i] = true;
                    changed = true;
                }
            }
        }
        double each = left / openWeight(settled);
        for (int i = 0; i < needs.length; i++) {
            if (!settled[i]) {
                shares[i] = (int) (each * weight(needs.length - 1 - i));
            }
        }
        return shares;
    }

    private static double openWeight(boolean[] settled) {
        double sum = 0;
        for (int i = 0; i < settled.length; i++) {
            sum += settled[i] ? 0 : weight(settled.length - 1 - i);
        }
        return sum;
    }

    private static double weight(int age) {
        return Math.max(FLOOR, StrictMath.pow(BY_AGE, age));
    }

    private StateDocument joined(List<StateDocument> states) {
        Map<String, List<StateItem>> fields = new LinkedHashMap<>();
        for (StateField field : schema.fields()) {
            List<StateItem> items = new ArrayList<>();
            states.forEach(state -> items.addAll(state.items(field.name())));
            boolean one = field.shape() == StateField.Shape.TEXT && !items.isEmpty();
            fields.put(field.name(), one ? List.of(StateItem.joined(" ", items)) : items);
        }
        return new StateDocument(fields);
    }
}
