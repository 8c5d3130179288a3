package io.github.sessioncompression.search;

import java.util.Arrays;

/**
 * The messages that contain one term: their numbers in the index, ascending, each with its count, in four bytes an entry.
 *
 * <p>Most of an index's memory is here, so an entry is one int: 25 bits of number, 6 of count. Not thread-safe.
 */
final class Postings {
    /** Counts up to 63. In BM25 63 occurrences are worth a tenth more than ten, so a higher count would change hardly any order. */
    private static final int COUNT_BITS = 6;

    private static final int MAX_COUNT = (1 << COUNT_BITS) - 1;

    /** The messages of an index, 33,554,432: what is left of 31 bits. */
    static final int MAX_MESSAGES = 1 << (Integer.SIZE - 1 - COUNT_BITS);

    /** Begins with room for two: most terms of a chat are in one or two messages. */
    private int[] packed = new int[2];

    private int size;

    /** Counts an occurrence in {@code message}, which is the last message so far or a later one. */
    void add(int message) {
        if (size > 0 && message(size - 1) == message) {
            if (count(size - 1) < MAX_COUNT) {
                packed[size - 1]++;
            }
            return;
        }
        if (size == packed.length) {
            packed = Arrays.copyOf(packed, size + Math.max(2, size / 2));
        }
        packed[size++] = message << COUNT_BITS | 1;
    }

    /** Gives each message its new number; those whose number is below 0 are dropped. */
    void renumber(int[] numbers) {
        int left = 0;
        for (int i = 0; i < size; i++) {
            int number = numbers[message(i)];
            if (number >= 0) {
                packed[left++] = number << COUNT_BITS | count(i);
            }
        }
        size = left;
    }

    /** The number of messages that contain the term. */
    int messages() {
        return size;
    }

    /** The number of the message at that place, 0 to {@link #messages} - 1. */
    int message(int index) {
        return packed[index] >>> COUNT_BITS;
    }

    /** The occurrences in one message, at most 63. */
    int count(int index) {
        return packed[index] & MAX_COUNT;
    }
}
