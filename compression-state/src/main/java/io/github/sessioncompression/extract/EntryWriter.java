package io.github.sessioncompression.extract;

import io.github.sessioncompression.anchor.AnchorType;
import io.github.sessioncompression.state.EntryLabel;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateField;
import io.github.sessioncompression.state.StateField.Content;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.token.TokenCounter;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes chosen sentences into the fields of a schema, as many of the best as fit under a cap.
 *
 * <p>An entry is a run of one speaker on one day about one matter: one message, or messages that share a term. It looks like
 * {@code "User, 10 Mar 2025: sentence … sentence"}, with the day only if it changes within a field, and an ellipsis for each omission.
 *
 * <p><em>Algorithm</em>: 1. items beside the sentences (summary, trail, tone) take their parts of the cap; 2. each sentence goes to the field for its
 * kind of statement, found text to {@link StateDocument#FOUND}; 3. within a field the order is that of the chat, so that of two statements the later one holds,
 * behind what a model wrote; 4. the largest number of choices is searched whose state fits: what does not fit goes by worth, not from the end.
 * <em>Does nothing when</em> not even an empty state fits: the state is empty. <em>Threads</em>: immutable; the units are read only. <em>On failure</em>:
 * throws only what the counter throws.
 *
 * @param cap tokens of the envelope
 * @param lastSpeech last message with speech: its questions are open
 */
record EntryWriter(StateSchema schema, TokenCounter counter, int cap, int lastSpeech) {
    /** Separates two sentences of an entry that do not directly follow each other in the chat. */
    static final String ELLIPSIS = " … ";

    /**
     * UTF-16 units of an entry's sentences, above which a new entry begins; twice as many if the next sentence needs
     * the ones before it.
     */
    private static final int LONGEST_ENTRY = 400;
    /**
     * Number of sizes tried by an estimate of what fills the cap; after these, bisection. Measured: an average write
     * takes 4.3 tries, with bisection alone 6.4.
     */
    private static final int GUESSES = 12;

    /** Rank of a field that must not have a content, one above the worst rank of a field that may. */
    private static final int UNFIT = 4;
    /** Part of the cap for the summary, see {@link Summary}. */
    static final double SUMMARY_SHARE = 0.1;
    /**
     * Parts of the cap for items beside the choices, in tokens as {@link TokenEstimate} counts them. The summary has
     * 1.3 times its part, because it was cut to that part before by an estimate. Contents that are not named here get
     * no room.
     */
    private static final Map<Content, Double> SHARES =
            Map.of(Content.FILES, 0.4, Content.NARRATIVE, 1.3 * SUMMARY_SHARE, Content.TONE, 0.08);

    /**
     * The units of an entry, and the day of the entry before it, which decides whether the label repeats the day. Key
     * of the entries written before.
     */
    private record Run(List<Unit> units, @Nullable LocalDate before) {}

    /**
     * The state of as many of the best choices as fit.
     *
     * @param choices best first
     * @param beside items of each content that are written in any case while they fit, best first
     */
    StateDocument write(List<List<Unit>> choices, Map<Content, List<StateItem>> beside) {
        Map<Content, List<StateItem>> kept = fitting(beside);
        Map<Run, StateItem> written = new HashMap<>();
        double[] estimates = estimates(choices);
        StateDocument best = document(List.of(), kept, written);
        int sizeOfBest = size(best);
        if (sizeOfBest > cap) {
            return StateDocument.EMPTY;
        }
        int fitting = 0;
        int tooMany = choices.size() + 1;
        double tokensPerEstimate = 1;
        for (int tries = 0; tooMany - fitting > 1; tries++) {
            double room = (cap - sizeOfBest) / tokensPerEstimate;
            int guess = tries < GUESSES ? lastUpTo(estimates[fitting] + room, estimates) : (fitting + tooMany) / 2;
            int tried = Math.max(fitting + 1, Math.min(tooMany - 1, guess));
            StateDocument state = document(choices.subList(0, tried), kept, written);
            int size = size(state);
            tokensPerEstimate = Math.max(1, size - sizeOfBest) / Math.max(1, estimates[tried] - estimates[fitting]);
            if (size <= cap) {
                fitting = tried;
                best = state;
                sizeOfBest = size;
            } else {
                tooMany = tried;
            }
        }
        return best;
    }

    /** Estimated tokens of the first choices, by their number. */
    private static double[] estimates(List<List<Unit>> choices) {
        double[] estimates = new double[choices.size() + 1];
        for (int i = 0; i < choices.size(); i++) {
            double tokens =
                    choices.get(i).stream().mapToDouble(unit -> unit.tokens).sum();
            estimates[i + 1] = estimates[i] + tokens;
        }
        return estimates;
    }

    /** Place of the last of the ascending numbers that is {@code most} or less. */
    private static int lastUpTo(double most, double[] ascending) {
        int found = Arrays.binarySearch(ascending, most);
        return found < 0 ? -found - 2 : found;
    }

    /** Tokens of the state in its envelope, by the exact counter. */
    private int size(StateDocument state) {
        return counter.count(StateEnvelope.wrap(schema, state));
    }

    /** The items beside the choices, as far as their part of the cap goes. */
    private Map<Content, List<StateItem>> fitting(Map<Content, List<StateItem>> beside) {
        Map<Content, List<StateItem>> kept = new EnumMap<>(Content.class);
        beside.forEach((content, items) -> {
            double room = cap * SHARES.getOrDefault(content, 0.0);
            List<StateItem> fitting = kept.computeIfAbsent(content, key -> new ArrayList<>());
            for (StateItem item : items) {
                double cost = TokenEstimate.of(item.text()) + 1;
                if (cost <= room) {
                    room -= cost;
                    fitting.add(item);
                }
            }
        });
        return kept;
    }

    /**
     * The state of some choices.
     *
     * @param written entries of smaller and larger states by their units, so that only entries that differ are written
     */
    private StateDocument document(
            List<List<Unit>> choices, Map<Content, List<StateItem>> beside, Map<Run, StateItem> written) {
        Map<String, List<StateItem>> fields = new LinkedHashMap<>();
        schema.fields().forEach(field -> fields.put(field.name(), new ArrayList<>()));
        Map<String, List<Unit>> placed = new LinkedHashMap<>();
        choices.forEach(choice -> choice.forEach(unit ->
                placed.computeIfAbsent(fieldOf(unit), key -> new ArrayList<>()).add(unit)));
        placed.forEach((name, units) ->
                fields.computeIfAbsent(name, key -> new ArrayList<>()).addAll(entries(units, written)));
        beside.forEach(
                (content, items) -> addNew(fields.computeIfAbsent(fieldOf(content), key -> new ArrayList<>()), items));
        fields.remove("");
        for (StateField field : schema.fields()) {
            List<StateItem> items = fields.getOrDefault(field.name(), List.of());
            if (field.shape() == StateField.Shape.TEXT && items.size() > 1) {
                fields.put(field.name(), List.of(StateItem.joined(" ", items)));
            }
        }
        return new StateDocument(fields);
    }

    /** Adds the items whose texts the field does not have: what is beside the choices may be one of them. */
    private static void addNew(List<StateItem> field, List<StateItem> items) {
        Set<String> texts = field.stream().map(StateItem::text).collect(Collectors.toSet());
        items.stream().filter(item -> !texts.contains(item.text())).forEach(field::add);
    }

    /**
     * The name of the field for a unit: its own, else {@link StateDocument#FOUND} for found text, else that for its
     * kind of statement; empty if the schema has none.
     */
    private String fieldOf(Unit unit) {
        String own = unit.field;
        if (own != null) {
            return own;
        }
        if (unit.from != Unit.From.WRITTEN && unit.isFound()) {
            return StateDocument.FOUND;
        }
        return fieldOf(
                switch (kindOf(List.of(unit))) {
                    case CONSTRAINT, PREFERENCE, DECISION -> Content.DECISIONS;
                    case COMMITMENT, QUESTION -> Content.NEXT;
                    default -> Content.FACTS;
                });
    }

    /** The field for a content; if the schema has none, that for facts, else the first list; none for a tone or summary. */
    private String fieldOf(Content content) {
        StateField best = null;
        for (StateField field : schema.fields()) {
            if (rank(field, content) < (best == null ? UNFIT : rank(best, content))) {
                best = field;
            }
        }
        return best == null ? "" : best.name();
    }

    /** How far a field is from one for a content; {@link #UNFIT} if it must not have it. */
    private static int rank(StateField field, Content content) {
        if (field.content() == content) {
            return 0;
        }
        if (content == Content.TONE || content == Content.NARRATIVE) {
            return UNFIT;
        }
        return switch (field.content()) {
            case FACTS -> 1;
            case DONE -> 2;
            default -> field.shape() == StateField.Shape.LIST ? 3 : UNFIT;
        };
    }

    /** The kind of the weightiest statement among units; a question is one only in the last message. */
    private StateItem.Kind kindOf(List<Unit> units) {
        AnchorType weightiest = null;
        for (Unit unit : units) {
            for (AnchorType type : unit.types) {
                boolean counts = type != AnchorType.QUESTION || unit.message == lastSpeech;
                if (counts && (weightiest == null || type.weight() > weightiest.weight())) {
                    weightiest = type;
                }
            }
        }
        return weightiest == null ? units.get(0).kind : weightiest.kind();
    }

    /** The entries of units; {@code written} has those of smaller and larger states. */
    private List<StateItem> entries(List<Unit> units, Map<Run, StateItem> written) {
        units.sort(Comparator.comparing((Unit unit) -> unit.from != Unit.From.WRITTEN)
                .thenComparingLong(unit -> unit.sources.isEmpty() ? 0 : unit.sources.get(0))
                .thenComparingInt(unit -> unit.order));
        List<StateItem> items = new ArrayList<>();
        BitSet matter = new BitSet();
        LocalDate day = null;
        int from = 0;
        while (from < units.size()) {
            matter.clear();
            int to = endOfEntry(units, from, matter);
            Run run = new Run(List.copyOf(units.subList(from, to)), day);
            items.add(written.computeIfAbsent(run, key -> entry(key.units, kindOf(key.units), key.before)));
            LocalDate date = units.get(from).date;
            day = date == null ? day : date;
            from = to;
        }
        return items;
    }

    /**
     * An entry ends when the speaker or the day changes, or at a message that shares no term with it.
     *
     * @param matter is filled with the terms of the entry; empty before
     */
    private static int endOfEntry(List<Unit> units, int from, BitSet matter) {
        Unit first = units.get(from);
        int length = 0;
        int to = from;
        do {
            Unit unit = units.get(to++);
            length += unit.text.length();
            if (unit.isSpeech()) {
                for (int term : unit.terms) {
                    matter.set(term);
                }
            }
        } while (to < units.size() && continues(first, matter, units.get(to), length));
        return to;
    }

    /**
     * True if a unit belongs to the entry that begins with {@code first}; an entry of the previous state that was kept
     * whole never continues.
     *
     * @param matter terms of the entry so far
     * @param length UTF-16 units of its sentences so far
     */
    private static boolean continues(Unit first, BitSet matter, Unit next, int length) {
        int longest = next.needs == null ? LONGEST_ENTRY : 2 * LONGEST_ENTRY;
        return first.from != Unit.From.WRITTEN
                && next.speaker.equals(first.speaker)
                && Objects.equals(next.date, first.date)
                && length + next.text.length() <= longest
                && (next.sources.equals(first.sources) || isAbout(matter, next));
    }

    private static boolean isAbout(BitSet matter, Unit unit) {
        for (int term : unit.terms) {
            if (matter.get(term)) {
                return true;
            }
        }
        return false;
    }

    /** The entry of units of one speaker and day, under their label. */
    static StateItem entry(List<Unit> units, StateItem.Kind kind, @Nullable LocalDate before) {
        Unit first = units.get(0);
        StringBuilder words = new StringBuilder(first.text);
        for (int i = 1; i < units.size(); i++) {
            Unit unit = units.get(i);
            boolean follows = unit.joint != null && unit.order == units.get(i - 1).order + 1;
            words.append(follows ? unit.joint : ELLIPSIS).append(unit.text);
        }
        List<List<Long>> notes = units.stream().map(unit -> unit.sources).toList();
        List<Long> sources = notes.stream().flatMap(List::stream).toList();
        List<Integer> worths = first.from == Unit.From.WRITTEN
                ? List.of()
                : units.stream().map(Unit::worthInHundredths).toList();
        String text = new EntryLabel(first.speaker, first.date, words.toString()).write(before);
        return new StateItem(text, kind, sources, first.origin, first.writer, notes, worths);
    }
}
