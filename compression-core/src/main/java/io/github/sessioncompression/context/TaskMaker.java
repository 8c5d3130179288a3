package io.github.sessioncompression.context;

import io.github.sessioncompression.context.CompressTask.Basis;
import io.github.sessioncompression.cut.CutPlanner;
import io.github.sessioncompression.cut.Pins;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateOptions.StateMode;
import io.github.sessioncompression.store.CompressionRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes the task of a compression.
 *
 * <p><b>Algorithm.</b>
 * <ol>
 *   <li>{@link CutChoice} chooses the cut.
 *   <li>What is covered and what is newly pinned is read, with the question of a turn that the cut divides.
 *   <li>The cap is what the choice leaves for the state, without the entries of earlier sessions, and less than what the state replaces by the
 *       messages that keep the roles alternating.
 *   <li>{@link ChatCosts} decides whether an extract is enough.
 * </ol>
 *
 * <p><b>Does nothing</b>, that is {@code null}, if nothing is covered, or if the cap is below the smallest state. <b>Threads:</b> called under the
 * chat's lock. It changes nothing; the task is committed later, if it still holds.
 *
 * @param aim what a compression takes
 * @param offline true if no model is asked
 * @see CutChoice
 */
public record TaskMaker(ChatCosts costs, StepOrder.Aim aim, boolean offline) {
    /**
     * The state to write now; {@code null} if no compression is worth it.
     *
     * @param free true if it must be written without a model, because nobody asked for what that costs
     */
    @Nullable
    public CompressTask of(Chat chat, boolean free) {
        CutChoice choice = CutChoice.of(chat);
        CutPlanner.Cut cut = cut(choice);
        if (cut == null) {
            return null;
        }
        ContextRules rules = chat.rules();
        StoredChat stored = chat.stored();
        Pins pins = stored.pinsBefore(cut.index());
        CompressionRecord base = stored.record();
        List<StateItem> earlier = stored.lastState().items(StateDocument.EARLIER);
        StateDocument previous =
                stored.lastState().with(StateDocument.SEGMENTS, List.of()).with(StateDocument.EARLIER, List.of());
        long replaced = cut.tokens() + (long) rules.stateTokens(previous);
        int acknowledgement = rules.count(Message.assistant(StateEnvelope.ACKNOWLEDGEMENT));
        // Each message that stays may need one more to keep the roles alternating.
        long fillers = pins.history().stream()
                .filter(entry -> entry.sequence() > base.boundary())
                .count();
        long room = choice.stateRoom(aim, cut)
                - rules.stateTokens(StateDocument.EMPTY.with(StateDocument.EARLIER, earlier));
        int max = (int) Math.min(room, replaced - (2 + fillers) * acknowledgement);
        if (pins.covered().isEmpty() || max < Budget.SMALLEST_STATE) {
            return null;
        }
        long boundary = stored.active().get(cut.index() - 1).sequence();
        return new CompressTask(
                Basis.of(stored),
                previous,
                outline(stored),
                pins,
                List.copyOf(stored.before()),
                span(pins, base.boundary()),
                CompressTask.kept(stored, pins, boundary),
                boundary,
                max,
                replaced,
                !free && aim == StepOrder.Aim.POLICY && (offline || costs.prefersExtract(choice, cut)),
                free ? 0 : costs.paid(chat),
                free);
    }

    /** The cut of a compression; {@code null} if nothing is worth it, or if the policy writes no states. */
    public CutPlanner.@Nullable Cut cut(CutChoice choice) {
        return choice.chat().rules().policy().state().mode() == StateMode.OFF ? null : choice.cut(aim);
    }

    /** The outline of older segments in the last state; it is written apart from the state. */
    private static List<StateItem> outline(StoredChat stored) {
        return stored.lastState().items(StateDocument.SEGMENTS);
    }

    /** The covered entries, the newly pinned ones and the user message of the turn, in order. */
    private static List<Entry> span(Pins pins, long after) {
        List<Entry> span = new ArrayList<>(pins.covered());
        for (Entry entry : pins.history()) {
            if (entry.sequence() > after || entry.equals(pins.turn())) {
                span.add(entry);
            }
        }
        span.sort(Comparator.comparingLong(Entry::sequence));
        return span;
    }

    /**
     * The task to write the state of all covered messages again from the transcript, offline, because too little of it is left; {@code null} if the
     * state was made of messages that are gone: it can't be made of what is left.
     */
    @Nullable
    public static CompressTask ofAllCovered(Chat chat) {
        StoredChat stored = chat.stored();
        // As it was before the store is asked: others may remove a message while it is read here.
        Basis basis = Basis.of(stored);
        CompressionRecord base = basis.record();
        Set<Long> there = new HashSet<>(base.pinned());
        List<Entry> covered =
                stored.between(0, base.boundary()).stream() // what no view shows while the state covers it
                        .filter(entry -> !there.contains(entry.sequence())
                                && entry.message().role() != Role.SYSTEM)
                        .toList();
        covered.forEach(entry -> there.add(entry.sequence()));
        boolean tellsOfMore = base.injected().items().stream()
                .flatMap(item -> item.sources().stream())
                .anyMatch(source -> source <= base.boundary() && !there.contains(source));
        if (covered.isEmpty() || tellsOfMore) {
            return null;
        }
        long tokens = chat.rules().shownTokens(covered, base.pruned());
        Pins now = stored.pinsBefore(0);
        return new CompressTask(
                basis,
                StateDocument.EMPTY,
                outline(stored),
                new Pins(now.system(), now.history(), null, covered),
                List.of(),
                covered,
                stored.active(),
                base.boundary(),
                (int) Math.min(chat.shown().budget().stateMax(), Math.max(Budget.SMALLEST_STATE, tokens)),
                tokens,
                false,
                0,
                true);
    }
}
