package io.github.sessioncompression.recall;

import java.util.Arrays;

/** What tells an index's messages from others, so that what a meaning store finds is known again. */
final class Prints {
    private long[] prints = new long[16];
    private int size;

    /** Adds the next message of the index. */
    void add(long print) {
        if (size == prints.length) {
            prints = Arrays.copyOf(prints, size + size / 2);
        }
        prints[size++] = print;
    }

    /** The number of the message in the index that the passage is of; -1 if there is no such message, or it says something else. */
    int find(PassageLabel passage, IndexedMessages table) {
        int low = 0;
        int high = size - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            long sequence = table.sequence(middle);
            if (sequence == passage.sequence()) {
                return prints[middle] == passage.print() ? middle : -1;
            }
            if (sequence < passage.sequence()) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }

    /** About how much memory they take. */
    long bytes() {
        return (long) Long.BYTES * prints.length;
    }
}
