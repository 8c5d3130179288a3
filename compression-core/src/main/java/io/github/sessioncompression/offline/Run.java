package io.github.sessioncompression.offline;

import java.util.HashSet;
import java.util.Set;

/**
 * Neighbouring clauses of a sentence that are kept, which make one note.
 *
 * @param sentence the sentence
 * @param first the place of the first clause among the sentence's
 * @param end behind the last
 */
record Run(Sentence sentence, int first, int end) {
    int from() {
        return sentence.clauses.get(first).from;
    }

    int to() {
        return sentence.clauses.get(end - 1).to;
    }

    boolean needsDate() {
        return sentence.clauses.subList(first, end).stream().anyMatch(clause -> clause.needsDate);
    }

    /** The terms of content. */
    Set<Integer> terms() {
        Set<Integer> terms = new HashSet<>();
        for (Clause clause : sentence.clauses.subList(first, end)) {
            for (int term : clause.terms) {
                terms.add(term);
            }
        }
        return terms;
    }
}
