package io.github.sessioncompression.offline;

import io.github.sessioncompression.state.StateItem;
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

    /** How much more it is worth than its words alone, in hundredths; a note keeps what it was worth. 0 if that is not known. */
    int worth() {
        Utterance.Origin origin = sentence.utterance.origin();
        if (origin == Utterance.Origin.STATE || origin == Utterance.Origin.TOOL) {
            return origin == Utterance.Origin.STATE ? sentence.provenance.worth() : 0;
        }
        double plain = 0;
        double said = 0;
        for (Clause clause : sentence.clauses.subList(first, end)) {
            plain += clause.plain;
            said += clause.said;
        }
        double hundredths = plain > 0 ? Math.max(1, 100 * said / plain) : 0;
        return (int) Math.min(StateItem.MAX_WORTH, Math.round(hundredths));
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
