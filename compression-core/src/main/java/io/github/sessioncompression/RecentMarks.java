package io.github.sessioncompression;

import java.util.Arrays;
import java.util.Collection;

/** A set of numbers of limited size: beyond it those go that were added first. Not safe for use by many threads. */
final class RecentMarks {
    private static final int FIRST_SIZE = 16;

    private final int most;
    private long[] marks = {};
    private int size;

    RecentMarks(int most) {
        this.most = most;
    }

    void add(long mark) {
        if (indexOf(mark) >= 0) {
            return;
        }
        if (size == most) {
            int fewer = most - most / 4;
            System.arraycopy(marks, size - fewer, marks, 0, fewer);
            size = fewer;
        }
        if (size == marks.length) {
            marks = Arrays.copyOf(marks, Math.min(most, Math.max(FIRST_SIZE, 2 * size)));
        }
        marks[size++] = mark;
    }

    /** Takes out those that are in; whether there was one. */
    boolean removeAny(Collection<Long> of) {
        boolean removed = false;
        for (long mark : of) {
            int at = indexOf(mark);
            if (at >= 0) {
                System.arraycopy(marks, at + 1, marks, at, size - at - 1);
                size--;
                removed = true;
            }
        }
        return removed;
    }

    private int indexOf(long mark) {
        for (int i = 0; i < size; i++) {
            if (marks[i] == mark) {
                return i;
            }
        }
        return -1;
    }

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    void clear() {
        size = 0;
        marks = new long[0];
    }
}
