package io.github.sessioncompression.offline;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which words of an utterance the next one, of somebody else, takes up: what was heard as its matter.
 *
 * <p>Immutable once made. Takes the memory of one set of term numbers for each utterance.
 */
final class Uptake {
    private final Map<Integer, Set<Integer>> answers = new HashMap<>();

    private Uptake() {}

    /** What is taken up in sentences, which follow one another as they were said. */
    static Uptake of(Iterable<Sentence> sentences) {
        Uptake uptake = new Uptake();
        Utterance before = null;
        Utterance now = null;
        for (Sentence sentence : sentences) {
            if (now == null || now.order() != sentence.utterance.order()) {
                before = now;
                now = sentence.utterance;
            }
            if (before != null
                    && isSaid(before)
                    && isSaid(now)
                    && !before.speaker().equals(now.speaker())) {
                Set<Integer> answer = uptake.answers.computeIfAbsent(before.order(), key -> new HashSet<>());
                for (int[] terms : sentence.terms) {
                    for (int term : terms) {
                        answer.add(term);
                    }
                }
            }
        }
        return uptake;
    }

    private static boolean isSaid(Utterance utterance) {
        return utterance.origin() == Utterance.Origin.USER || utterance.origin() == Utterance.Origin.ASSISTANT;
    }

    /** The terms of what answers an utterance. */
    Set<Integer> of(Utterance utterance) {
        return answers.getOrDefault(utterance.order(), Set.of());
    }
}
