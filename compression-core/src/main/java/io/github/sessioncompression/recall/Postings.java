package io.github.sessioncompression.recall;

import java.util.Arrays;

/** Where one term occurs: messages by their number in the index, ascending, each with how often. Four bytes an entry. */
final class Postings {
    private static final int COUNT_BITS = 6;
    private static final int MAX_COUNT = (1 << COUNT_BITS) - 1;

    /** The most messages that the numbers have room for. */
    static final int MAX_MESSAGES = 1 << (Integer.SIZE - 1 - COUNT_BITS);

    private int[] packed = new int[2];
    private int size;

    /** Adds an occurrence in {@code message}, which is the last one so far or comes after it. */
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

    /** In how many messages the term occurs. */
    int messages() {
        return size;
    }

    int message(int index) {
        return packed[index] >>> COUNT_BITS;
    }

    /** How often the term occurs in the message, counted up to 63. */
    int count(int index) {
        return packed[index] & MAX_COUNT;
    }

    /** How many entries there is room for. */
    int capacity() {
        return packed.length;
    }
}
