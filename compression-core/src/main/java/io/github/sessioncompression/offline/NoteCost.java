package io.github.sessioncompression.offline;

import io.github.sessioncompression.token.TokenCounter;
import java.util.HashMap;
import java.util.Map;

/**
 * Estimates what a note costs from what its words cost, so that each word is counted once.
 *
 * <p>Byte-pair encodings never join two words, so for them the sum is exact; for a counter that rounds, the first notes are
 * counted whole as well and the sums are scaled by the ratio seen. Not thread-safe; lives for one compilation.
 */
final class NoteCost {
    private static final int SAMPLE = 64;

    private final TokenCounter counter;
    private final Map<String, Integer> words = new HashMap<>();
    private int sampled;
    private double whole;
    private double summed;

    NoteCost(TokenCounter counter) {
        this.counter = counter;
    }

    /** Tokens of the note and the space before it, 0 for an empty one. */
    double of(String note) {
        if (note.isEmpty()) {
            return 0;
        }
        int sum = 0;
        int start = 0;
        while (start < note.length()) {
            int space = note.indexOf(' ', start);
            int end = space < 0 ? note.length() : space;
            sum += words.computeIfAbsent(note.substring(start, end), word -> counter.count(' ' + word));
            start = end + 1;
        }
        if (sampled < SAMPLE) {
            sampled++;
            whole += counter.count(' ' + note);
            summed += sum;
        }
        return summed > 0 ? sum * whole / summed : sum;
    }
}
