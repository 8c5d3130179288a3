package io.github.sessioncompression.recall;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a meaning store found for a query.
 *
 * @param found the messages' passages with their scores, in no order; not yet known to be of messages that are there
 * @param all whether the store has no others
 */
record NearPassages(Map<PassageLabel, Double> found, boolean all) {
    /** Nothing. */
    static final NearPassages NONE = new NearPassages(Map.of(), true);

    /** Of a store's answer, at most this many times as many passages as were asked for are looked at. */
    private static final int LOOKED_AT = 5;

    /** The best score of each message among what the store gave for a group, whatever else it gave. */
    static NearPassages of(List<MeaningStore.Found> answer, String group, int limit) {
        Map<PassageLabel, Double> found = new HashMap<>();
        int looked = 0;
        for (MeaningStore.Found each : answer) {
            if (looked++ == LOOKED_AT * limit) {
                break;
            }
            PassageLabel label = each != null && each.group().equals(group) ? PassageLabel.of(each.label()) : null;
            if (label != null && Double.isFinite(each.score())) {
                found.merge(label, each.score(), Math::max);
            }
        }
        return new NearPassages(found, answer.size() < limit);
    }

    /** How near each message of an index is, as {@link Vectors#nearness} says; 0 for one that was not found, or is another by now. */
    float[] nearness(ConversationIndex index) {
        IndexedMessages table = index.messages();
        float[] nearness = new float[table.size()];
        Prints prints = index.prints();
        if (prints == null || found.isEmpty()) {
            return nearness;
        }
        double[] scores = new double[table.size()];
        Arrays.fill(scores, Double.NEGATIVE_INFINITY);
        int[] messages = new int[found.size()];
        int size = 0;
        for (Map.Entry<PassageLabel, Double> each : found.entrySet()) {
            int message = prints.find(each.getKey(), table);
            if (message >= 0) {
                scores[message] = each.getValue();
                messages[size++] = message;
            }
        }
        int[] best = Arrays.stream(messages, 0, size)
                .boxed()
                .sorted((a, b) -> Double.compare(scores[b], scores[a]))
                .mapToInt(Integer::intValue)
                .toArray();
        double[] standard = best.length == 1
                ? new double[] {1}
                : StandardScores.of(
                        Arrays.stream(best)
                                .mapToDouble(message -> scores[message])
                                .toArray(),
                        all ? best.length : table.size());
        for (int rank = 0; rank < best.length; rank++) {
            nearness[best[rank]] = (float) standard[rank];
        }
        return nearness;
    }
}
