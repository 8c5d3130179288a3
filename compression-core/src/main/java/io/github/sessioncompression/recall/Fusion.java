package io.github.sessioncompression.recall;

import io.github.sessioncompression.recall.Ranking.Scored;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Two rankings made one by reciprocal ranks, so that their scores need not be comparable (Cormack, Clarke and Büttcher 2009). */
final class Fusion {
    /** So many of each ranking are looked at. */
    static final int DEPTH = 100;

    /** Smaller than the paper's 60: a search shows few hits, so first places are to count. */
    private static final double K = 10;

    /** Meaning counts for less than words, for these know more of the chat: whole windows, and what several messages have in common. */
    private static final double MEANING = 0.7;

    private Fusion() {}

    /** The best of both, best first. */
    static List<Scored> of(List<Scored> byWords, List<Scored> byMeaning) {
        Map<Integer, Double> scores = new HashMap<>();
        add(scores, byWords, 1);
        add(scores, byMeaning, MEANING);
        List<Scored> fused = new ArrayList<>();
        scores.forEach((message, score) -> fused.add(new Scored(message, score)));
        fused.sort(Comparator.comparingDouble(Scored::score)
                .thenComparingInt(Scored::message)
                .reversed());
        return fused;
    }

    private static void add(Map<Integer, Double> scores, List<Scored> ranking, double weight) {
        for (int rank = 0; rank < ranking.size(); rank++) {
            scores.merge(ranking.get(rank).message(), weight / (K + rank + 1), Double::sum);
        }
    }
}
