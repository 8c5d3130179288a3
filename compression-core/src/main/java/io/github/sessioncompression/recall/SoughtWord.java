package io.github.sessioncompression.recall;

import java.util.ArrayList;
import java.util.List;

/** A word that is looked for: the terms that are it, or nearly so, and what finding one of them is worth. */
final class SoughtWord {
    private static final double UNSAID = 0.5;

    private final double weight;
    private final List<Alternative> alternatives = new ArrayList<>();

    /**
     * A term that stands for the word.
     *
     * @param worth how much an occurrence is worth before its message's length is looked at
     */
    record Alternative(Postings postings, double worth) {}

    /**
     * A word.
     *
     * @param weight how much it counts beside others
     */
    SoughtWord(double weight) {
        this.weight = weight;
    }

    /** Adds a term that occurs in {@code postings}. */
    void add(Postings postings, double factor, double rarity) {
        alternatives.add(new Alternative(postings, weight * factor * rarity));
    }

    /**
     * What a message of usual length is worth that has the word once. A word that was never said counts for half of the rarest: it may
     * be one of asking, or the conversation has no answer.
     *
     * @param of how many messages there are
     */
    double whole(int of) {
        double most = 0;
        for (Alternative alternative : alternatives) {
            most = Math.max(most, alternative.worth());
        }
        return most > 0 ? most : weight * UNSAID * rarity(0, of);
    }

    List<Alternative> alternatives() {
        return alternatives;
    }

    /** BM25's inverse document frequency, as Lucene has it: of a word that is in {@code in} messages of {@code of}. */
    static double rarity(int in, int of) {
        return Math.log(1 + (of - in + 0.5) / (in + 0.5));
    }
}
