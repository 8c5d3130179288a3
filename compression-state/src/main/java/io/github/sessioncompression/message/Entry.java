package io.github.sessioncompression.message;

import io.github.sessioncompression.option.Bounds;
import java.util.List;
import java.util.Objects;
import java.util.function.ToLongFunction;

/**
 * A message with its place in the transcript and its counted size.
 *
 * @param sequence the place: 1 for a conversation's first message, and never used again for another one
 * @param message the message
 * @param tokens what it costs in a request, counted once when it was appended, 0 or more
 */
public record Entry(long sequence, Message message, int tokens) {
    /** Number of {@code entries}, sorted by sequence number, up to and including {@code sequence}. */
    public static int countThrough(List<Entry> entries, long sequence) {
        return countThrough(entries, Entry::sequence, sequence);
    }

    /** Number of {@code sorted} elements whose sequence number is at most {@code sequence}. */
    public static <T> int countThrough(List<T> sorted, ToLongFunction<T> number, long sequence) {
        int low = 0;
        int high = sorted.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (number.applyAsLong(sorted.get(middle)) <= sequence) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if {@code sequence} is below 1 or {@code tokens} below 0
     */
    public Entry {
        Objects.requireNonNull(message, "message");
        Bounds.atLeast("sequence", sequence, 1);
        Bounds.notNegative("tokens", tokens);
    }
}
