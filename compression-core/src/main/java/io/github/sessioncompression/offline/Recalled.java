package io.github.sessioncompression.offline;

import java.util.ArrayList;
import java.util.List;

/** What was said last before what is new: noted already, and read again for what it asks and offers. Not thread-safe; lives for one compilation. */
final class Recalled {
    private final List<Sentence> sentences = new ArrayList<>();

    /** Remembers some of it. */
    void add(List<Sentence> said) {
        sentences.addAll(said);
        sentences.forEach(sentence -> sentence.weight = 1);
    }

    /** Takes out the notes of questions that are noted with their answer now, and of choices that are made anew. */
    void settle(List<Sentence> notes) {
        for (Sentence before : sentences) {
            boolean anew = before.answerFrom > 0 && before.clauses.stream().allMatch(clause -> clause.superseded);
            if (before.weight > 0 && !anew) {
                continue;
            }
            for (Sentence note : notes) {
                boolean of = note.utterance.origin() == Utterance.Origin.STATE
                        && note.provenance.sources().containsAll(before.provenance.sources());
                if (of && !anew && note.question) {
                    note.weight = 0;
                } else if (of && anew && note.answerFrom > 0) {
                    note.clauses.forEach(clause -> clause.superseded = true);
                }
            }
        }
    }
}
