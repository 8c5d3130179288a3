package io.github.sessioncompression.model;

/** Detects texts that end in the same words over and over, as small models write until they are cut off. Linear in the text. */
final class RepetitionDetector {
    /** Longest unit that is repeated, in characters. */
    private static final int LONGEST = 400;

    private static final int ROUNDS = 3;
    /** Shortest repetition, in characters. */
    private static final int LEAST = 48;

    private RepetitionDetector() {}

    /** True if the text ends in the same words at least {@value #ROUNDS} times, the last time possibly cut. */
    static boolean endsIn(String text) {
        for (int length = 1; length <= LONGEST; length++) {
            int same = Math.max((ROUNDS - 1) * length, LEAST);
            if (same + length <= text.length()
                    && text.regionMatches(text.length() - same, text, text.length() - same - length, same)) {
                return true;
            }
        }
        return false;
    }
}
