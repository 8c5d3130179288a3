package io.github.sessioncompression.offline;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Puts notes about the same subject beside each other, otherwise in the order in which they were said.
 *
 * <p>A note joins the earlier group with which it shares the most of what few notes speak of, if that is enough to be no accident: one
 * pass, each term weighed by its inverse document frequency (Spärck Jones 1972). Terms of many notes say nothing about a subject
 * and are not looked up, so the work stays near linear.
 */
final class Subjects {
    /** What is shared must be as telling as one or two rare terms: the sum of the logarithms of how rare they are. */
    private static final double ENOUGH = 5;
    /** A term in more notes than this is no one subject. */
    private static final int MOST_NOTES = 12;

    private static final int LARGEST_GROUP = 8;

    private Subjects() {}

    /** The notes, groups in the order of their first notes. */
    static List<Run> together(List<Run> runs) {
        Map<Integer, Integer> notesWith = new HashMap<>();
        List<Set<Integer>> terms = new ArrayList<>(runs.size());
        for (Run run : runs) {
            Set<Integer> of = run.terms();
            terms.add(of);
            of.forEach(term -> notesWith.merge(term, 1, Integer::sum));
        }
        int most = Math.max(3, Math.min(MOST_NOTES, runs.size() / 4));
        List<List<Run>> groups = new ArrayList<>();
        Map<Integer, Set<Integer>> groupsWith = new HashMap<>();
        for (int i = 0; i < runs.size(); i++) {
            Map<Integer, Double> shared = new HashMap<>();
            Set<Integer> telling = new HashSet<>();
            for (int term : terms.get(i)) {
                int notes = notesWith.getOrDefault(term, 0);
                if (notes > 1 && notes <= most) {
                    telling.add(term);
                    double rare = StrictMath.log(runs.size() / (double) notes);
                    groupsWith.getOrDefault(term, Set.of()).forEach(group -> shared.merge(group, rare, Double::sum));
                }
            }
            int group = closest(shared, groups);
            if (group == groups.size()) {
                groups.add(new ArrayList<>());
            }
            groups.get(group).add(runs.get(i));
            telling.forEach(term ->
                    groupsWith.computeIfAbsent(term, key -> new HashSet<>()).add(group));
        }
        List<Run> together = new ArrayList<>(runs.size());
        groups.forEach(together::addAll);
        return together;
    }

    /** The group that shares the most, the latest of equals; a new one if none shares enough. */
    private static int closest(Map<Integer, Double> shared, List<List<Run>> groups) {
        int best = groups.size();
        double most = ENOUGH;
        for (Map.Entry<Integer, Double> group : shared.entrySet()) {
            boolean better = group.getValue() > most
                    || (best < groups.size() && group.getValue() == most && group.getKey() > best);
            if (better && groups.get(group.getKey()).size() < LARGEST_GROUP) {
                best = group.getKey();
                most = group.getValue();
            }
        }
        return best;
    }
}
