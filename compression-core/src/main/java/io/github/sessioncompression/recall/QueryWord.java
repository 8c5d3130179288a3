package io.github.sessioncompression.recall;

import java.util.ArrayList;
import java.util.List;

/** A word to look for: the terms that stand for it, each with the weight of one occurrence. */
final class QueryWord {
    private static final double UNSAID = 0.5;

    private final double weight;
    private final List<Alternative> alternatives = new ArrayList<>();

    /**
     * A term that stands for the word.
     *
     * @param worth the weight of an occurrence before the length of its message counts
     */
    record Alternative(Postings postings, double worth) {}

    QueryWord(double weight) {
        this.weight = weight;
    }

    void add(Postings postings, double factor, double rarity) {
        alternatives.add(new Alternative(postings, weight * factor * rarity));
    }

    /**
     * The worth of one occurrence in a message of average length. A word that was never said counts half as much as the rarest: it may
     * belong to the question alone, or the conversation has no answer.
     */
    double whole(int messages) {
        double most =
                alternatives.stream().mapToDouble(Alternative::worth).max().orElse(0);
        return most > 0 ? most : weight * UNSAID * rarity(0, messages);
    }

    List<Alternative> alternatives() {
        return alternatives;
    }

    /** BM25's inverse document frequency of a term in {@code in} of {@code all} messages, as Lucene computes it. */
    static double rarity(int in, int all) {
        return Math.log(1 + (all - in + 0.5) / (in + 0.5));
    }
}
