package io.github.sessioncompression.survival;

import io.github.sessioncompression.anchor.Anchor;
import io.github.sessioncompression.anchor.FoundText;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateSchema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Checks that a new state shows what it replaces, and adds what it lacks to its {@linkplain StateDocument#LEDGER ledger}.
 *
 * <p>Looked for are the anchors of the messages and of the state before: in the new state, and in the messages that the view goes on
 * showing. What is in neither and was not corrected goes to the ledger, sentence by sentence and word for word, the weightiest first and of
 * equal weight the latest, as long as the state in its envelope stays within the cap. A pure function of what it is given; the work grows with the
 * text. Safe for use by many threads.
 */
public final class SurvivalCheck {
    /** What an entry costs beside its words. */
    private static final int ENTRY_TOKENS = 4;
    /** Each further anchor of a sentence adds this to the weight of its first. */
    private static final int FURTHER = 3;

    private final StateSchema schema;
    private final ToIntFunction<String> tokens;

    /**
     * A check.
     *
     * @param schema the shape of the states
     * @param tokens counts the tokens of a text
     */
    public SurvivalCheck(StateSchema schema, ToIntFunction<String> tokens) {
        this.schema = schema;
        this.tokens = tokens;
    }

    /**
     * What became of the anchors of {@code previous} and {@code span}.
     *
     * @param previous the state before; {@code null} if there was none
     * @param span the messages that the new state covers
     * @param state the new state; what it has in its ledger is taken for a part of it
     * @param tail the messages that the view goes on showing
     * @param cap the most tokens the state may take in its envelope, its ledger included
     */
    public Survival check(
            @Nullable StateDocument previous, List<Entry> span, StateDocument state, List<Entry> tail, int cap) {
        CompileRequest request = new CompileRequest(schema, span, previous, null, Math.max(1, cap));
        return check(required(request, tail, new Readings()), state, tail, cap);
    }

    /** What a state that covers {@code span} and {@code previous} has to show, whatever was said before and after them. */
    public Anchors required(@Nullable StateDocument previous, List<Entry> span, Readings readings) {
        return required(new CompileRequest(schema, span, previous, null, 1), List.of(), readings);
    }

    /**
     * What a state that is asked for has to show, read once for several checks.
     *
     * @param tail the messages that the view goes on showing, the first of which may choose of what the span offers last
     * @param readings what is known of the messages already, to be added to
     */
    public Anchors required(CompileRequest request, List<Entry> tail, Readings readings) {
        AnchorReading reading = AnchorReading.of(request.before(), request.span(), readings);
        Anchors said = Anchors.of(reading);
        List<Anchor> required = new ArrayList<>(said.all());
        int superseded = said.superseded();
        StateDocument previous = request.previous();
        if (previous != null) {
            List<Anchor> before = stillMeant(previous, said, request.before());
            List<Anchor> open = reading.acrossTheCut().holding(before);
            List<Anchor> holding = reading.saidAnew().holding(TakenBack.holding(open, reading.takenBack()));
            required.addAll(holding);
            superseded += before.size() - holding.size();
        }
        required.addAll(reading.offeredTo(tail));
        return new Anchors(required, superseded);
    }

    /** As {@link #check(StateDocument, List, StateDocument, List, int)}, of what {@link #required} has read. */
    public Survival check(Anchors anchors, StateDocument state, List<Entry> tail, int cap) {
        ShownTexts shown = new ShownTexts(anchors.texts());
        state.items().forEach(item -> shown.add(item.text()));
        tail.forEach(entry -> shown.add(entry.message().text()));
        List<Anchor> required = anchors.all();
        Map<String, List<Anchor>> missing = new LinkedHashMap<>();
        int lacking = 0;
        for (Anchor anchor : required) {
            if (!shown.say(anchor)) {
                lacking++;
                missing.computeIfAbsent(anchor.sentence(), key -> new ArrayList<>(2))
                        .add(anchor);
            }
        }
        return repaired(anchors, state, cap, lacking, missing);
    }

    /** The anchors of the state before whose messages no correction of the span supersedes. */
    private static List<Anchor> stillMeant(StateDocument previous, Anchors said, List<Entry> before) {
        Set<Long> corrected = new HashSet<>();
        said.all().forEach(anchor -> corrected.add(anchor.supersedes()));
        // Of what was said right before the span it is known which value was put right.
        before.forEach(entry -> corrected.remove(entry.sequence()));
        return Anchors.in(previous).all().stream()
                .filter(anchor -> anchor.source() == 0 || !corrected.contains(anchor.source()))
                .toList();
    }

    private Survival repaired(
            Anchors asked, StateDocument state, int cap, int lacking, Map<String, List<Anchor>> missing) {
        Map<String, Integer> weights = new HashMap<>();
        missing.forEach((sentence, anchors) -> weights.put(sentence, weight(anchors)));
        List<List<Anchor>> sentences = new ArrayList<>(missing.values());
        sentences.sort(Comparator.comparingInt((List<Anchor> anchors) ->
                        -weights.getOrDefault(anchors.get(0).sentence(), 0))
                .thenComparingLong(anchors -> -anchors.get(0).source()));
        List<Anchor> ledger = new ArrayList<>();
        List<Anchor> pushedOut = new ArrayList<>();
        List<StateItem> items = new ArrayList<>(state.items(StateDocument.LEDGER));
        boolean first = items.isEmpty() && !missing.isEmpty();
        int before = size(state);
        int room = cap - before - (first ? ledgerTokens() : 0);
        int repaired = 0;
        for (List<Anchor> anchors : sentences) {
            Anchor most = weightiest(anchors);
            StateItem item = room > ENTRY_TOKENS ? item(most) : null;
            int cost = item == null ? 0 : asked.texts().tokens(item.text(), tokens) + ENTRY_TOKENS;
            if (item != null && cost <= room) {
                room -= cost;
                repaired += anchors.size();
                ledger.add(most);
                items.add(item);
            } else {
                pushedOut.add(most);
            }
        }
        StateDocument whole = ledger.isEmpty() ? state : state.withLedger(items);
        int after = ledger.isEmpty() ? before : size(whole);
        while (!ledger.isEmpty() && after > cap) {
            // Joined texts may take a few tokens more than each alone.
            Anchor last = ledger.remove(ledger.size() - 1);
            items.remove(items.size() - 1);
            pushedOut.add(0, last);
            repaired -= missing.getOrDefault(last.sentence(), List.of()).size();
            whole = state.withLedger(items);
            after = size(whole);
        }
        int required = asked.all().size();
        return new Survival(
                required,
                required - lacking,
                required - lacking + repaired,
                asked.superseded(),
                ledger,
                pushedOut,
                whole,
                after - before);
    }

    /** What a ledger takes beside its entries. */
    private int ledgerTokens() {
        StateItem one =
                new StateItem("-", StateItem.Kind.FACT, List.of(), StateItem.Origin.UNKNOWN, StateItem.Writer.RULES);
        return size(StateDocument.EMPTY.withLedger(List.of(one))) - size(StateDocument.EMPTY);
    }

    private static int weight(List<Anchor> anchors) {
        return weightiest(anchors).weight() + FURTHER * (anchors.size() - 1);
    }

    private static Anchor weightiest(List<Anchor> anchors) {
        Anchor most = anchors.get(0);
        for (Anchor anchor : anchors) {
            most = anchor.weight() > most.weight() ? anchor : most;
        }
        return most;
    }

    private static StateItem item(Anchor anchor) {
        boolean found = anchor.origin() == StateItem.Origin.TOOL || anchor.origin() == StateItem.Origin.OUTSIDE;
        String text = (found && !anchor.sentence().startsWith(FoundText.LABEL) ? FoundText.LABEL + ": " : "")
                + anchor.sentence().replace('\n', ' ');
        StateItem.Kind kind = found ? StateItem.Kind.FACT : anchor.type().kind();
        return new StateItem(text, kind, anchor.sources(), anchor.origin(), StateItem.Writer.RULES);
    }

    private int size(StateDocument state) {
        return tokens.applyAsInt(StateEnvelope.wrap(schema, state));
    }
}
