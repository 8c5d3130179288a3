package io.github.sessioncompression.offline;

import java.util.ArrayList;
import java.util.List;

/** Where a text holds code between lines that begin with three back ticks; found in one pass. */
final class Fences {
    private static final String FENCE = "```";

    /** The places of the fences: code lies between the first and the second, the third and the fourth, and so on. */
    private final List<Integer> places = new ArrayList<>();

    Fences(String text) {
        for (int at = text.indexOf(FENCE); at >= 0; at = text.indexOf(FENCE, at + FENCE.length())) {
            places.add(at);
        }
    }

    /** Whether the character at {@code at} is code. */
    boolean isCode(int at) {
        int low = 0;
        int high = places.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (places.get(middle) <= at) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low % 2 == 1;
    }
}
