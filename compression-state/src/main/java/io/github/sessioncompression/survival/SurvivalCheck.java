package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.Anchor;
import io.github.sessioncompression.anchor.StatementReader;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateSchema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Checks that a new state covers what people laid down, and quotes what it lacks in its {@linkplain StateDocument#LEDGER ledger}.
 *
 * <p><em>Algorithm</em>:
 * <ol>
 *   <li>collect the anchors of the messages and of all earlier ones ({@link RequiredAnchors});
 *   <li>find those that no entry of the state and no message that the view continues to show covers ({@link ShownTexts});
 *   <li>quote them word for word with their speaker and day, the weightiest first and of equal weight the latest, while the state in its envelope stays
 *       within the cap; beside a model's state in at most as many tokens as that has;
 *   <li>beside a model's state, use what room is left for other sentences with values that it lacks;
 *   <li>note the number of required ones without room, if the note itself has room, and keep all required ones beside the state for the next check.
 * </ol>
 *
 * <p><em>Does nothing when</em> the state covers everything. <em>Threads</em>: safe for use by many; a pure function, linear in the text. <em>On
 * failure</em>: throws only what the counter throws.
 *
 * @param schema the shape of the states
 * @param tokens counts the tokens of a text
 * @param historyTools true if the chat's model can search earlier messages
 */
public record SurvivalCheck(StateSchema schema, ToIntFunction<String> tokens, boolean historyTools) {
    /** Tokens of an entry in JSON beside its words: quotation marks, a comma. */
    private static final int ENTRY_TOKENS = 4;
    /** Sentences that are kept for the next check at most; the weightiest stay. */
    private static final int MOST_KEPT = 120;

    /** UTF-16 units of all kept sentences together; they are stored, not shown. */
    private static final int MOST_KEPT_CHARACTERS = 16_000;

    /** Tokens that the note on sentences left out adds to a state, at most; behind other entries a few more than alone. */
    public int noteTokens() {
        return tokens(StateDocument.LEFT_OUT, note(999)) + ENTRY_TOKENS;
    }

    /**
     * What a new state has to show of the former one and of the messages that it covers; read once, for states of several sizes.
     *
     * @param previous the state before; {@code null} if there was none
     * @param span the messages that the new state covers
     * @param tail the messages that the view continues to show
     * @param reader what has been read of the span
     */
    public Required required(
            @Nullable StateDocument previous, List<Entry> span, List<Entry> tail, StatementReader reader) {
        ShownTexts shown = new ShownTexts();
        tail.forEach(entry -> shown.add(entry.message().text(), List.of(entry.sequence())));
        return new Required(RequiredAnchors.of(previous, span, reader.again()), span, shown, reader);
    }

    /** Sentences that a state has to show. Not thread-safe. */
    public final class Required {
        private final List<Anchor> anchors;
        private final List<Anchor> weightiestFirst;
        private final List<Entry> span;
        private final ShownTexts tail;
        private final StatementReader reader;

        private Required(List<Anchor> anchors, List<Entry> span, ShownTexts tail, StatementReader reader) {
            this.anchors = anchors;
            this.span = span;
            this.tail = tail;
            this.reader = reader;
            this.weightiestFirst = anchors.stream()
                    .sorted(RequiredAnchors.weightiestFirst(anchors))
                    .toList();
        }

        /**
         * The state with its ledger.
         *
         * @param state the new state
         * @param cap the most tokens the state may take in its envelope, its ledger included
         */
        public Survival check(StateDocument state, int cap) {
            ShownTexts shown = new ShownTexts(tail);
            state.items().forEach(item -> shown.add(item.text(), item.sources()));
            List<Anchor> missing = weightiestFirst.stream()
                    .filter(anchor -> !shown.cover(anchor))
                    .toList();
            boolean byModel = schema.isByModel(state);
            int own = size(state);
            int room = cap
                    - own
                    - (state.items(StateDocument.LEDGER).isEmpty()
                            ? tokens(StateDocument.LEDGER, item("-", StateItem.Kind.FACT))
                            : 0);
            room = byModel ? Math.min(room, own) : room;
            List<Anchor> ledger = new ArrayList<>();
            List<Anchor> pushedOut = new ArrayList<>();
            for (Anchor anchor : missing) {
                int cost = cost(anchor, room);
                room -= cost;
                (cost > 0 ? ledger : pushedOut).add(anchor);
            }
            int needed = ledger.size();
            if (byModel && pushedOut.isEmpty()) {
                ledger.forEach(anchor -> shown.add(anchor.sentence(), anchor.sources()));
                for (Anchor anchor : RequiredAnchors.withValues(span, reader.again())) {
                    int cost = shown.cover(anchor) ? 0 : cost(anchor, room);
                    room -= cost;
                    if (cost > 0) {
                        ledger.add(anchor);
                        shown.add(anchor.sentence(), anchor.sources());
                    }
                }
            }
            StateDocument whole = noted(with(state, ledger), pushedOut.size());
            int size = size(whole);
            while (!ledger.isEmpty() && size > cap) {
                // Joined texts may take a few tokens more than each alone, and the note takes some.
                Anchor last = ledger.remove(ledger.size() - 1);
                pushedOut.addAll(0, ledger.size() < needed ? List.of(last) : List.of());
                whole = noted(with(state, ledger), pushedOut.size());
                size = size(whole);
            }
            whole = size > cap ? whole.with(StateDocument.LEFT_OUT, List.of()) : whole;
            List<StateItem> kept = RequiredAnchors.kept(anchors, weightiestFirst, MOST_KEPT, MOST_KEPT_CHARACTERS);
            return new Survival(
                    anchors.size(),
                    anchors.size() - missing.size(),
                    anchors.size() - pushedOut.size(),
                    ledger,
                    pushedOut,
                    whole.with(StateDocument.KEPT, kept));
        }
    }

    /** Tokens of a quoted sentence; 0 if there is not so much room. */
    private int cost(Anchor anchor, int room) {
        int cost = room > ENTRY_TOKENS ? tokens.applyAsInt(anchor.item().text()) + ENTRY_TOKENS : Integer.MAX_VALUE;
        return cost <= room ? cost : 0;
    }

    /** The state with a note on how many sentences were left out; without one if none was, or nothing is shown. */
    private StateDocument noted(StateDocument state, int leftOut) {
        return state.with(StateDocument.LEFT_OUT, leftOut == 0 || state.isEmpty() ? List.of() : List.of(note(leftOut)));
    }

    private StateItem note(int leftOut) {
        String facts = leftOut == 1 ? " fact is" : " facts are";
        String found = historyTools ? "; `search_history` finds them." : ".";
        return item("At least " + leftOut + facts + " not shown" + found, StateItem.Kind.NARRATIVE);
    }

    private static StateItem item(String text, StateItem.Kind kind) {
        return new StateItem(text, kind, List.of(), StateItem.Origin.UNKNOWN, StateItem.Writer.RULES);
    }

    /** The state with the sentences behind its own ledger, in the order of the chat. */
    private static StateDocument with(StateDocument state, List<Anchor> ledger) {
        if (ledger.isEmpty()) {
            return state;
        }
        List<StateItem> items = new ArrayList<>(state.items(StateDocument.LEDGER));
        ledger.stream().sorted(Comparator.comparingLong(Anchor::source)).forEach(anchor -> items.add(anchor.item()));
        return state.with(StateDocument.LEDGER, items);
    }

    /** Tokens that a first item adds to a state. */
    private int tokens(String field, StateItem item) {
        return size(StateDocument.EMPTY.with(field, List.of(item))) - size(StateDocument.EMPTY);
    }

    /** Tokens of the state in its envelope. */
    private int size(StateDocument state) {
        return tokens.applyAsInt(StateEnvelope.wrap(schema, state));
    }

    /**
     * The outcome of a {@link SurvivalCheck}. Immutable.
     *
     * @param required number of sentences that had to be shown
     * @param held how many of them the new state or the kept messages cover
     * @param repaired how many they cover together with the ledger
     * @param ledger sentences that are quoted because the state lacks them, the weightiest first
     * @param pushedOut sentences that had no room in the ledger either, likewise
     * @param state the new state with the ledger, and with what the next check needs
     */
    public record Survival(
            int required, int held, int repaired, List<Anchor> ledger, List<Anchor> pushedOut, StateDocument state) {}
}
