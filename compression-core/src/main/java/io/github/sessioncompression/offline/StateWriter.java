package io.github.sessioncompression.offline;

import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateField;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.token.TokenCounter;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes as many of the chosen notes as the limit allows, in the order in which they were said. */
final class StateWriter {
    /** The part of the limit that a description of tone may take. */
    private static final double TONE_SHARE = 0.04;
    /** The part of the limit that the narrative may take; below {@link #ROOM_FOR_NARRATIVE} tokens there is none. */
    private static final double NARRATIVE_SHARE = 0.08;

    private static final int ROOM_FOR_NARRATIVE = 200;
    private static final double CLOSE_ENOUGH = 0.99;

    private final CompileRequest request;
    private final TokenCounter counter;
    private final List<Sentence> sentences;
    private final FieldSorting sorting;

    StateWriter(CompileRequest request, TokenCounter counter, List<Sentence> sentences) {
        this.request = request;
        this.counter = counter;
        this.sentences = sentences;
        sorting = new FieldSorting(request.schema());
    }

    /** The best state that fits: the longest part of {@code choices} from the front. */
    StateDocument write(List<List<Clause>> choices, List<StateItem> narrative, List<StateItem> tone) {
        List<StateItem> described = within(TONE_SHARE, tone);
        List<StateItem> told = within(NARRATIVE_SHARE, narrative);
        if (told.isEmpty() && !narrative.isEmpty() && request.maxTokens() >= ROOM_FOR_NARRATIVE) {
            told = narrative.subList(0, 1);
        }
        StateDocument best = document(List.of(), told, described);
        if (tokens(best) > request.maxTokens() / 2) {
            told = List.of();
            described = List.of();
            best = document(List.of(), told, described);
        }
        int fits = 0;
        int tooMany = choices.size() + 1;
        int guess = choices.size();
        while (fits + 1 < tooMany) {
            StateDocument candidate = document(choices.subList(0, guess), told, described);
            int tokens = tokens(candidate);
            if (tokens <= request.maxTokens()) {
                fits = guess;
                best = candidate;
                if (tokens >= CLOSE_ENOUGH * request.maxTokens() && tooMany - fits < choices.size() / 64) {
                    break;
                }
            } else {
                tooMany = guess;
            }
            double scaled = guess * (double) request.maxTokens() / Math.max(1, tokens);
            guess = (int) Math.max(fits + 1, Math.min(tooMany - 1, scaled));
        }
        return best;
    }

    /** As many texts from the front as fit into a share of the limit. */
    private List<StateItem> within(double share, List<StateItem> items) {
        List<StateItem> fitting = new ArrayList<>();
        int tokens = 0;
        for (StateItem item : items) {
            tokens += counter.count(item.text());
            if (tokens > share * request.maxTokens()) {
                break;
            }
            fitting.add(item);
        }
        return fitting;
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
        for (int i = 0; i < kept.length; i++) {
            if (kept[i] != null) {
                addRuns(notes, sentences.get(i), kept[i]);
            }
        }
        Map<String, List<StateItem>> fields = new LinkedHashMap<>();
        for (StateField field : request.schema().fields()) {
            List<StateItem> items = new ArrayList<>();
            if (field.content() == StateField.Content.TONE && field.shape() == StateField.Shape.LIST) {
                items.addAll(tone);
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

    private void addRuns(Notes notes, Sentence sentence, BitSet kept) {
        String field = sorting.fieldOf(sentence);
        for (int first = kept.nextSetBit(0); first >= 0; ) {
            int end = kept.nextClearBit(first);
            boolean needsDate = false;
            for (int i = first; i < end; i++) {
                needsDate |= sentence.clauses.get(i).needsDate;
            }
            notes.add(field, sentence, sentence.clauses.get(first).from, sentence.clauses.get(end - 1).to, needsDate);
            first = kept.nextSetBit(end);
        }
    }
}
