package io.github.sessioncompression.token;

import java.util.Arrays;
import java.util.List;

/**
 * Running sums of the tokens of a growing list, capped at the largest {@code int}. Not safe for use by many threads.
 *
 * <p>Adding and reading take constant time. A removed element's place is used again.
 */
public final class TokenSums {
    /** Sums of the first elements, by their number; doubles when full. */
    private int[] upTo = new int[5];

    private int size;

    public static int sum(int tokens, int more) {
        return (int) Math.min(Integer.MAX_VALUE, (long) tokens + more);
    }

    /** Returns what the element adds to the sum of all, so that parts are never more than that. */
    public int add(int tokens) {
        size++;
        if (size == upTo.length) {
            upTo = Arrays.copyOf(upTo, size * 2);
        }
        upTo[size] = sum(upTo[size - 1], tokens);
        return of(size - 1);
    }

    public void removeLast() {
        size--;
    }

    /** Tokens of the first {@code elements}. */
    public int upTo(int elements) {
        return upTo[elements];
    }

    /** Tokens of the first of {@code elements} that {@code others} begin with as well. */
    public int upToDifference(List<?> elements, List<?> others) {
        int most = Math.min(elements.size(), others.size());
        int same = 0;
        while (same < most && elements.get(same).equals(others.get(same))) {
            same++;
        }
        return upTo[same];
    }

    /** Tokens of one element. */
    public int of(int index) {
        return upTo[index + 1] - upTo[index];
    }
}
