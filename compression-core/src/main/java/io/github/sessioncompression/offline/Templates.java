package io.github.sessioncompression.offline;

import io.github.sessioncompression.text.Word;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Lowers sentences of which one speaker says many that differ in their values only: one event of a row matters less than a rule. */
final class Templates {
    private static final int MANY = 4;
    private static final double LOWERED = 0.75;

    private Templates() {}

    static void lower(List<Sentence> sentences) {
        Map<String, List<Sentence>> alike = new HashMap<>();
        for (Sentence sentence : sentences) {
            if (hasValue(sentence)) {
                alike.computeIfAbsent(frame(sentence), frame -> new ArrayList<>(1))
                        .add(sentence);
            }
        }
        for (List<Sentence> many : alike.values()) {
            if (many.size() >= MANY) {
                many.forEach(sentence -> sentence.weight *= LOWERED);
            }
        }
    }

    private static boolean hasValue(Sentence sentence) {
        return sentence.utterance.origin() != Utterance.Origin.TOOL
                && sentence.words.stream().anyMatch(Word::isAtom);
    }

    /** What is said about the values. */
    private static String frame(Sentence sentence) {
        StringBuilder frame = new StringBuilder(sentence.utterance.speaker());
        for (Word word : sentence.words) {
            frame.append(' ').append(word.isAtom() ? "" : word.lower());
        }
        return frame.toString();
    }
}
