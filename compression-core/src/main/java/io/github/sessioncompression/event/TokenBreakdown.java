package io.github.sessioncompression.event;

/**
 * What the tokens of a context are spent on.
 *
 * @param system the system prompt with the awareness block, 0 or more
 * @param state the injected state and its acknowledgement, 0 or more
 * @param kept the messages kept as they are, tool traffic aside, 0 or more
 * @param tools tool definitions, calls and results, placeholders included, 0 or more
 */
public record TokenBreakdown(long system, long state, long kept, long tools) {
    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if a number is negative
     */
    public TokenBreakdown {
        if (system < 0 || state < 0 || kept < 0 || tools < 0) {
            throw new IllegalArgumentException("system, state, kept and tools must be 0 or more, but were " + system
                    + ", " + state + ", " + kept + " and " + tools);
        }
    }

    /** All of it. */
    public long total() {
        return system + state + kept + tools;
    }
}
