package io.github.sessioncompression.offline;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The units in which each speaker gave numbers in the last few sentences with such. Not thread-safe; lives for one compilation. */
final class UnitsGiven {
    private static final int REMEMBERED = 4;

    private final Map<String, Deque<Set<String>>> units = new HashMap<>();

    /** Remembers those of a sentence. */
    void hear(Sentence sentence) {
        Set<String> given = Value.units(sentence);
        if (!given.isEmpty()) {
            Deque<Set<String>> own = units.computeIfAbsent(sentence.utterance.speaker(), first -> new ArrayDeque<>(1));
            own.addFirst(given);
            if (own.size() > REMEMBERED) {
                own.removeLast();
            }
        }
    }

    /** Whether a sentence puts right what its speaker said in the same unit, and so answers nothing: "sorry, 15 kg". */
    boolean arePutRightBy(Sentence sentence) {
        Deque<Set<String>> own = units.get(sentence.utterance.speaker());
        return own != null
                && (sentence.corrects
                        || sentence.profile.hasCue("retraction", sentence.words, 0, sentence.words.size()))
                && own.stream().anyMatch(before -> !Collections.disjoint(before, Value.units(sentence)));
    }
}
