package io.github.sessioncompression.offline;

import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateField;
import io.github.sessioncompression.token.MessageTokens;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes as many of the chosen notes as the limit allows, in the order in which they were said. */
final class StateWriter {
    /** Below so many tokens every one goes to facts. */
    private static final int ROOM_FOR_TONE = 200;

    private static final int ROOM_FOR_NARRATIVE = 120;
    private static final double CLOSE_ENOUGH = 0.99;

    private final CompileRequest request;
    private final StateSize size;
    private final List<Sentence> sentences;
    private final FieldSorting sorting;

    StateWriter(CompileRequest request, MessageTokens tokens, List<Sentence> sentences) {
        this.request = request;
        this.sentences = sentences;
        size = new StateSize(request.schema(), tokens);
        sorting = new FieldSorting(request.schema());
    }

    /** The best state that fits: the longest part of {@code choices} from the front. */
    StateDocument write(List<List<Clause>> choices, String narrative, List<String> tone) {
        String told = request.maxTokens() >= ROOM_FOR_NARRATIVE ? narrative : "";
        List<String> described = request.maxTokens() >= ROOM_FOR_TONE ? tone : List.of();
        StateDocument best = document(List.of(), told, described);
        if (size.tokens(best) > request.maxTokens() / 2) {
            told = "";
            described = List.of();
            best = document(List.of(), told, described);
        }
        int fits = 0;
        int tooMany = choices.size() + 1;
        int guess = choices.size();
        while (fits + 1 < tooMany) {
            StateDocument candidate = document(choices.subList(0, guess), told, described);
            int tokens = size.tokens(candidate);
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

    private StateDocument document(List<List<Clause>> choices, String narrative, List<String> tone) {
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
        Map<String, List<String>> lines = notes.lines();
        Map<String, List<String>> fields = new LinkedHashMap<>();
        for (StateField field : request.schema().fields()) {
            List<String> texts = new ArrayList<>();
            if (field.content() == StateField.Content.TONE && field.shape() == StateField.Shape.LIST) {
                texts.addAll(tone);
            }
            texts.addAll(lines.getOrDefault(field.name(), List.of()));
            if (field.content() == StateField.Content.NARRATIVE && !narrative.isEmpty()) {
                texts.add(0, narrative);
            }
            boolean one = field.shape() == StateField.Shape.TEXT && texts.size() > 1;
            fields.put(field.name(), one ? List.of(String.join("\n", texts)) : texts);
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
