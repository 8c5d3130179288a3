package io.github.sessioncompression.offline;

import io.github.sessioncompression.state.StateItem;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Neighbouring clauses of a sentence that are kept, which make one note; what is asked of it more than once is found out once. Not thread-safe; lives for
 * one compilation.
 */
final class Run {
    private final Sentence sentence;
    /** The place of the first clause among the sentence's, and behind the last. */
    private final int first;

    private final int end;
    private @Nullable String note;
    private @Nullable Set<Integer> terms;
    private int words;

    Run(Sentence sentence, int first, int end) {
        this.sentence = sentence;
        this.first = first;
        this.end = end;
    }

    Sentence sentence() {
        return sentence;
    }

    /** Whether it is the run of those clauses. */
    boolean is(int from, int to) {
        return first == from && end == to;
    }

    /** What it is as a note, empty if nothing is left. */
    String note() {
        String written = note;
        if (written == null) {
            int from = Math.max(sentence.clauses.get(first).from, sentence.front);
            int to = sentence.clauses.get(end - 1).to;
            written = from < to ? sentence.note(from, to) : "";
            words = size(written);
            note = written;
        }
        return written;
    }

    /** The words of the note, or for scripts without spaces about as many as a reader would count. */
    int words() {
        return note().isEmpty() ? 0 : words;
    }

    private static int size(String note) {
        int spaces = 1;
        int unspaced = 0;
        for (int i = 0; i < note.length(); i++) {
            spaces += note.charAt(i) == ' ' ? 1 : 0;
            unspaced += note.charAt(i) >= 0x2E80 ? 1 : 0;
        }
        return spaces + unspaced / 3;
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
        Set<Integer> known = terms;
        if (known == null) {
            known = new HashSet<>();
            for (Clause clause : sentence.clauses.subList(first, end)) {
                for (int term : clause.terms) {
                    known.add(term);
                }
            }
            terms = known;
        }
        return known;
    }
}
