package io.github.sessioncompression.offline;

import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateField;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.token.TokenCounter;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Writes as many of the chosen notes as the limit allows: by section, and in it in the order in which they were said, facts by
 * subject. Not thread-safe; used once.
 */
final class StateWriter {
    /** The part of the limit that a description of tone may take. */
    private static final double TONE_SHARE = 0.04;
    /** The part of the limit that a list of concepts may take. */
    private static final double CONCEPTS_SHARE = 0.025;
    /** The part of the limit that the narrative may take. */
    private static final double NARRATIVE_SHARE = 0.06;
    /** From this limit in tokens on a narrative has a sentence even where that is more than its share. */
    static final int ROOM_FOR_NARRATIVE = 600;
    /** Under a lower limit in tokens facts come first: the shares of all else shrink with it. */
    private static final double AMPLE = 4_000;
    /** Unless no more than this many times the limit was said. */
    private static final double TIGHT = 2;

    /** The part of the limit at which no more is looked for: of 10,000 tokens 10 stay free. */
    private static final double CLOSE_ENOUGH = 0.999;
    /** Each fourth guess halves what is left, so that few are needed however uneven the choices are. */
    private static final int BISECTED = 4;

    private final CompileRequest request;
    private final TokenCounter counter;
    private final List<Sentence> sentences;
    private final FieldSorting sorting;
    private final Reserve reserve;
    /** Where each sentence's notes stand, once it is known. */
    private final @Nullable Place[] places;
    /** The runs of each sentence that were written before. */
    private final List<List<Run>> runs = new ArrayList<>();

    /** How much of its share what is no fact may take, 0 to 1. */
    private final double scale;

    private List<StateItem> concepts = List.of();
    private List<StateItem> told = List.of();
    private List<StateItem> described = List.of();
    private StateDocument best = StateDocument.EMPTY;
    private int bestTokens;
    /** The tokens of what was written and did not fit, by how many choices that held. */
    private final Map<Integer, Integer> oversized = new HashMap<>();

    /**
     * Room under the limit for what is added to the state.
     *
     * @param tokens the most that is left
     * @param needed how many of them a state needs
     */
    record Reserve(int tokens, ToIntFunction<StateDocument> needed) {}

    StateWriter(CompileRequest request, TokenCounter counter, List<Sentence> sentences, Reserve reserve) {
        this.reserve = reserve;
        this.request = request;
        this.counter = counter;
        this.sentences = sentences;
        sorting = new FieldSorting(request.schema());
        places = new @Nullable Place[sentences.size()];
        scale = scale();
        sentences.forEach(sentence -> runs.add(new ArrayList<>(1)));
    }

    /**
     * The best state that fits: the longest part of {@code choices} from the front.
     *
     * @param concepts the entry of concepts, the longest first and then shorter ones
     */
    StateDocument write(
            List<List<Clause>> choices, List<StateItem> narrative, List<StateItem> tone, List<StateItem> concepts) {
        double room = CONCEPTS_SHARE * request.maxTokens() * scale;
        this.concepts = concepts.stream()
                .filter(item -> counter.count(item.text()) <= room)
                .limit(1)
                .toList();
        described = within(TONE_SHARE, tone);
        told = within(NARRATIVE_SHARE, narrative);
        if (told.isEmpty() && request.maxTokens() >= ROOM_FOR_NARRATIVE) {
            told = narrative.stream().limit(1).toList();
        }
        best = document(List.of(), told, described);
        bestTokens = tokens(best);
        if (bestTokens > request.maxTokens() / 2) {
            told = List.of();
            described = List.of();
            this.concepts = List.of();
            best = document(List.of(), told, described);
            bestTokens = tokens(best);
        }
        int fits = fit(choices, 0, request.maxTokens() - reserve.tokens());
        if (reserve.tokens() > 0) {
            int needed = Math.max(0, reserve.needed().applyAsInt(best));
            if (needed < reserve.tokens()) {
                fit(choices, fits, request.maxTokens() - needed);
            }
        }
        return best;
    }

    /** Finds how many choices fit into {@code limit} tokens where {@code fitting} of them do, and writes those. */
    private int fit(List<List<Clause>> choices, int fitting, int limit) {
        int fits = fitting;
        int tooMany = choices.size() + 1;
        int guess = choices.size();
        int guesses = 0;
        while (fits + 1 < tooMany && bestTokens < CLOSE_ENOUGH * limit) {
            int tokens = oversized.getOrDefault(guess, 0);
            if (tokens <= limit) {
                StateDocument candidate = document(choices.subList(0, guess), told, described);
                tokens = tokens(candidate);
                if (tokens <= limit) {
                    fits = guess;
                    best = candidate;
                    bestTokens = tokens;
                }
            }
            if (tokens > limit) {
                tooMany = guess;
                oversized.put(guess, tokens);
            }
            int over = oversized.getOrDefault(tooMany, limit);
            double share = (limit - bestTokens) / (double) Math.max(1, over - bestTokens);
            guesses++;
            guess = fits + (int) ((guesses % BISECTED == 0 ? 0.5 : share) * (tooMany - fits));
            guess = Math.max(fits + 1, Math.min(tooMany - 1, guess));
        }
        return fits;
    }

    /** The texts that fit into a share of the limit, those in front first. */
    private List<StateItem> within(double share, List<StateItem> items) {
        List<StateItem> fitting = new ArrayList<>();
        int tokens = 0;
        double room = share * request.maxTokens() * scale;
        for (StateItem item : items) {
            int cost = counter.count(item.text());
            if (tokens + cost <= room) {
                tokens += cost;
                fitting.add(item);
            }
        }
        return fitting;
    }

    private double scale() {
        double said = 0;
        for (Sentence sentence : sentences) {
            for (Clause clause : sentence.clauses) {
                said += clause.tokens;
            }
        }
        return said > TIGHT * request.maxTokens() ? Math.min(1, request.maxTokens() / AMPLE) : 1;
    }

    private int tokens(StateDocument state) {
        return counter.count(StateEnvelope.wrap(request.schema(), state));
    }

    private StateDocument document(List<List<Clause>> choices, List<StateItem> narrative, List<StateItem> tone) {
        BitSet[] kept = new BitSet[sentences.size()];
        for (List<Clause> choice : choices) {
            for (Clause clause : choice) {
                int order = clause.sentence.order;
                if (kept[order] == null) {
                    kept[order] = new BitSet();
                }
                kept[order].set(clause.index);
            }
        }
        Notes notes = new Notes();
        for (Map.Entry<Place, List<Run>> of : placed(kept).entrySet()) {
            boolean bySubject = of.getKey().section() == Section.SAID;
            for (Run run : bySubject ? Subjects.together(of.getValue()) : of.getValue()) {
                notes.add(of.getKey().field(), of.getKey().section(), run);
            }
        }
        Map<String, List<StateItem>> fields = new LinkedHashMap<>();
        for (StateField field : request.schema().fields()) {
            List<StateItem> items = new ArrayList<>();
            if (field.content() == StateField.Content.TONE && field.shape() == StateField.Shape.LIST) {
                items.addAll(tone);
            }
            if (field.content() == StateField.Content.CONCEPTS && field.shape() == StateField.Shape.LIST) {
                items.addAll(concepts);
            }
            items.addAll(notes.lines(field.name(), StateItem.Kind.of(field.content())));
            if (field.content() == StateField.Content.NARRATIVE && !narrative.isEmpty()) {
                items.add(0, StateItem.joined(" ", narrative));
            }
            boolean one = field.shape() == StateField.Shape.TEXT && items.size() > 1;
            fields.put(field.name(), one ? List.of(StateItem.joined("\n", items)) : items);
        }
        return new StateDocument(fields);
    }

    /** Where notes stand: those of one place follow one another. */
    private record Place(String field, Section section, String speaker) {}

    private Place placeOf(int sentence) {
        Place place = places[sentence];
        if (place == null) {
            Sentence of = sentences.get(sentence);
            place = new Place(sorting.fieldOf(of), Section.of(of), of.utterance.speaker());
            places[sentence] = place;
        }
        return place;
    }

    private Run run(int sentence, int first, int end) {
        for (Run known : runs.get(sentence)) {
            if (known.is(first, end)) {
                return known;
            }
        }
        Run run = new Run(sentences.get(sentence), first, end);
        runs.get(sentence).add(run);
        return run;
    }

    /** What is kept, in the order in which it was said; places by section, then by their first notes. */
    private Map<Place, List<Run>> placed(BitSet[] kept) {
        Map<Place, List<Run>> placed = new LinkedHashMap<>();
        for (int i = 0; i < kept.length; i++) {
            if (kept[i] != null) {
                List<Run> here = placed.computeIfAbsent(placeOf(i), key -> new ArrayList<>());
                for (int first = kept[i].nextSetBit(0); first >= 0; ) {
                    int end = kept[i].nextClearBit(first);
                    here.add(run(i, first, end));
                    first = kept[i].nextSetBit(end);
                }
            }
        }
        Map<Place, List<Run>> ordered = new LinkedHashMap<>();
        placed.keySet().stream()
                .sorted(Comparator.comparing(Place::section))
                .forEach(place -> ordered.put(place, placed.getOrDefault(place, List.of())));
        return ordered;
    }
}
