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
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Writes chosen sentences into the fields of a schema.
 *
 * <p>An entry is a run of one speaker on one day about one matter, which is one message, or messages that share a term, {@code "User, 10 Mar 2025: sentence … sentence"}, the day only if it changes within a field, an
 * ellipsis for each omission. Rules and preferences come first, then decisions, what is open, and facts; within each, the order is that of the
 * chat. What tools returned and people pasted is in {@link StateDocument#FOUND}. As many choices are written as fit under the cap: what does not fit goes by worth, not from the end.
 *
 * @param cap tokens of the envelope
 * @param lastSpeech last message with speech: its questions are open
 */
record EntryWriter(StateSchema schema, TokenCounter counter, int cap, int lastSpeech) {
    /** Separates two sentences of an entry that do not directly follow each other in the chat. */
    static final String ELLIPSIS = " … ";

    private static final int LONGEST_ENTRY = 400;
    /** Number of sizes tried by an estimate of what fills the cap; after these, bisection. */
    private static final int GUESSES = 12;
    /** Part of the cap for the trail of tools. */
    private static final double TOOLS_SHARE = 0.4;
    /** Part of the cap for the summary. */
    static final double SUMMARY_SHARE = 0.1;
    /** An estimate of tokens may be so much above another one. */
    private static final double SLACK = 1.3;
    /** Part of the cap for tone and concepts together. */
    private static final double OTHERS_SHARE = 0.08;

    /** The units of an entry, and the day of the entry before it. */
    private record Run(List<Unit> units, @Nullable LocalDate before) {}

    private enum Section {
        WRITTEN,
        RULES,
        DECISIONS,
        OPEN,
        FACTS,
        FOUND,
        TOOLS
    }

    /**
     * The state of as many of the best choices as fit.
     *
     * @param choices best first
     * @param beside items of each content that are written in any case while they fit, best first
     */
    StateDocument write(List<List<Unit>> choices, Map<Content, List<StateItem>> beside) {
        Map<Content, List<StateItem>> kept = fitting(beside);
        Map<Run, StateItem> written = new HashMap<>();
        double[] estimates = new double[choices.size() + 1];
        for (int i = 0; i < choices.size(); i++) {
            estimates[i + 1] = estimates[i];
            for (Unit unit : choices.get(i)) {
                estimates[i + 1] += unit.tokens;
            }
        }
        StateDocument best = document(List.of(), kept, written);
        int frame = size(best);
        int fits = 0;
        int least = choices.size() + 1;
        int sizeOfBest = frame;
        double perEstimate = 1;
        for (int tries = 0; least - fits > 1; tries++) {
            int guess = last(estimates, estimates[fits] + (cap - sizeOfBest) / perEstimate);
            int tried = Math.max(fits + 1, Math.min(least - 1, tries < GUESSES ? guess : (fits + least) / 2));
            StateDocument state = document(choices.subList(0, tried), kept, written);
            int size = size(state);
            perEstimate = Math.max(1, size - sizeOfBest) / Math.max(1, estimates[tried] - estimates[fits]);
            if (size <= cap) {
                fits = tried;
                best = state;
                sizeOfBest = size;
            } else {
                least = tried;
            }
        }
        return fits == 0 && frame > cap ? StateDocument.EMPTY : best;
    }

    /** The last of the ascending numbers that is {@code most} or less. */
    private static int last(double[] ascending, double most) {
        int found = Arrays.binarySearch(ascending, most);
        return found < 0 ? -found - 2 : found;
    }

    private int size(StateDocument state) {
        return counter.count(StateEnvelope.wrap(schema, state));
    }

    /** The items beside the choices, as far as their part of the cap goes. */
    private Map<Content, List<StateItem>> fitting(Map<Content, List<StateItem>> beside) {
        Map<Content, List<StateItem>> kept = new EnumMap<>(Content.class);
        double others = cap * OTHERS_SHARE;
        for (Map.Entry<Content, List<StateItem>> entry : beside.entrySet()) {
            List<StateItem> fitting = new ArrayList<>();
            double share =
                    switch (entry.getKey()) {
                        case FILES -> TOOLS_SHARE;
                        case NARRATIVE -> SLACK * SUMMARY_SHARE;
                        default -> 0;
                    };
            double room = share == 0 ? others : cap * share;
            for (StateItem item : entry.getValue()) {
                double cost = TokenEstimate.of(item.text()) + 1;
                if (cost <= room) {
                    room -= cost;
                    fitting.add(item);
                }
            }
            others = share == 0 ? room : others;
            kept.put(entry.getKey(), fitting);
        }
        return kept;
    }

    private StateDocument document(
            List<List<Unit>> choices, Map<Content, List<StateItem>> beside, Map<Run, StateItem> written) {
        Map<String, List<StateItem>> fields = new LinkedHashMap<>();
        schema.fields().forEach(field -> fields.put(field.name(), new ArrayList<>()));
        Map<String, Map<Section, List<Unit>>> placed = new LinkedHashMap<>();
        choices.forEach(choice ->
                choice.forEach(unit -> placed.computeIfAbsent(fieldOf(unit), key -> new EnumMap<>(Section.class))
                        .computeIfAbsent(sectionOf(unit), key -> new ArrayList<>())
                        .add(unit)));
        if (placed.containsKey(StateDocument.FOUND)) {
            fields.put(StateDocument.FOUND, new ArrayList<>());
        }
        placed.forEach(
                (name, sections) -> fields.getOrDefault(name, new ArrayList<>()).addAll(entries(sections, written)));
        beside.forEach((content, items) ->
                fields.getOrDefault(fieldOf(content), new ArrayList<>()).addAll(items));
        for (StateField field : schema.fields()) {
            List<StateItem> items = fields.getOrDefault(field.name(), List.of());
            if (field.shape() == StateField.Shape.TEXT && items.size() > 1) {
                fields.put(field.name(), List.of(StateItem.joined(" ", items)));
            }
        }
        return new StateDocument(fields);
    }

    private String fieldOf(Unit unit) {
        String own = unit.field;
        if (own != null) {
            return own;
        }
        return switch (sectionOf(unit)) {
            case FOUND, TOOLS -> StateDocument.FOUND;
            case RULES, DECISIONS -> fieldOf(Content.DECISIONS);
            case OPEN -> fieldOf(Content.NEXT);
            default -> fieldOf(Content.FACTS);
        };
    }

    /** The field for a content; if the schema has none, that for facts, else the first list. */
    private String fieldOf(Content content) {
        boolean colour = content == Content.TONE || content == Content.CONCEPTS || content == Content.NARRATIVE;
        Optional<String> own = field(field -> field.content() == content);
        return colour
                ? own.orElse("")
                : own.or(() -> field(field -> field.content() == Content.FACTS))
                        .or(() -> field(field -> field.content() == Content.DONE))
                        .or(() -> field(field -> field.shape() == StateField.Shape.LIST))
                        .orElse("");
    }

    private Optional<String> field(Predicate<StateField> fits) {
        for (StateField field : schema.fields()) {
            if (fits.test(field)) {
                return Optional.of(field.name());
            }
        }
        return Optional.empty();
    }

    private Section sectionOf(Unit unit) {
        if (unit.from == Unit.From.WRITTEN) {
            return Section.WRITTEN;
        }
        if (unit.isFound()) {
            return unit.origin == StateItem.Origin.TOOL ? Section.TOOLS : Section.FOUND;
        }
        if (unit.types.contains(AnchorType.CONSTRAINT) || unit.types.contains(AnchorType.PREFERENCE)) {
            return Section.RULES;
        }
        if (unit.types.contains(AnchorType.DECISION)) {
            return Section.DECISIONS;
        }
        boolean open = unit.types.contains(AnchorType.COMMITMENT)
                || (unit.types.contains(AnchorType.QUESTION) && unit.message == lastSpeech);
        return open ? Section.OPEN : Section.FACTS;
    }

    private static StateItem.Kind kindOf(Unit unit, Section section) {
        return switch (section) {
            case WRITTEN -> unit.kind;
            case RULES ->
                unit.types.contains(AnchorType.CONSTRAINT) ? StateItem.Kind.CONSTRAINT : StateItem.Kind.PREFERENCE;
            case DECISIONS -> StateItem.Kind.DECISION;
            case OPEN ->
                unit.types.contains(AnchorType.COMMITMENT) ? StateItem.Kind.COMMITMENT : StateItem.Kind.QUESTION;
            default -> unit.types.contains(AnchorType.CORRECTION) ? StateItem.Kind.CORRECTION : StateItem.Kind.FACT;
        };
    }

    /** The entries of sections; {@code written} has those of smaller and larger states. */
    private static List<StateItem> entries(Map<Section, List<Unit>> sections, Map<Run, StateItem> written) {
        List<StateItem> items = new ArrayList<>();
        LocalDate day = null;
        for (Map.Entry<Section, List<Unit>> section : sections.entrySet()) {
            List<Unit> units = new ArrayList<>(section.getValue());
            units.sort(Comparator.comparingLong(EntryWriter::firstMessage).thenComparingInt(unit -> unit.order));
            int from = 0;
            while (from < units.size()) {
                int to = endOfEntry(units, from, section.getKey());
                Unit first = units.get(from);
                Run run = new Run(units.subList(from, to), day);
                items.add(written.computeIfAbsent(run, key -> entry(key.units, section.getKey(), key.before)));
                day = first.date == null ? day : first.date;
                from = to;
            }
        }
        return items;
    }

    private static long firstMessage(Unit unit) {
        return unit.sources.isEmpty() ? 0 : unit.sources.get(0);
    }

    private static int endOfEntry(List<Unit> units, int from, Section section) {
        Unit first = units.get(from);
        int length = first.text.length();
        int to = from + 1;
        while (to < units.size() && section != Section.WRITTEN) {
            Unit next = units.get(to);
            length += next.text.length();
            boolean same = next.speaker.equals(first.speaker)
                    && Objects.equals(next.date, first.date)
                    && kindOf(next, section) == kindOf(first, section)
                    && length <= (next.needs == null ? 1 : 2) * LONGEST_ENTRY
                    && (next.sources.equals(first.sources) || isSameMatter(units.subList(from, to), next));
            if (!same) {
                break;
            }
            to++;
        }
        return to;
    }

    /** True if a unit shares a term with one of the units of an entry, so that it is about the same. */
    private static boolean isSameMatter(List<Unit> entry, Unit next) {
        for (Unit unit : entry) {
            if (unit.isSpeech() && sharesTerm(unit.terms, next.terms)) {
                return true;
            }
        }
        return false;
    }

    private static boolean sharesTerm(int[] terms, int[] others) {
        for (int term : terms) {
            for (int other : others) {
                if (term == other) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Units of one message under their label, as part of a summary. */
    static StateItem quote(List<Unit> units) {
        StateItem quote = entry(units, Section.FACTS, null);
        return new StateItem(quote.text(), StateItem.Kind.NARRATIVE, quote.sources(), quote.origin(), quote.writer());
    }

    private static StateItem entry(List<Unit> units, Section section, @Nullable LocalDate before) {
        Unit first = units.get(0);
        StringBuilder words = new StringBuilder(first.text);
        for (int i = 1; i < units.size(); i++) {
            Unit unit = units.get(i);
            boolean follows = unit.adjacent && unit.order == units.get(i - 1).order + 1;
            words.append(follows ? " " : ELLIPSIS).append(unit.text);
        }
        List<List<Long>> notes = units.stream().map(unit -> unit.sources).toList();
        List<Long> sources = notes.stream().flatMap(List::stream).toList();
        List<Integer> worths = units.stream().map(Unit::worthInHundredths).toList();
        boolean written = section == Section.WRITTEN;
        String text = new EntryLabel(first.speaker, first.date, words.toString()).write(before);
        return new StateItem(
                text, kindOf(first, section), sources, first.origin, first.writer, notes, written ? List.of() : worths);
    }
}
