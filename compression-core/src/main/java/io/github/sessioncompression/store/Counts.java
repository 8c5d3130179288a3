package io.github.sessioncompression.store;

/** The bounds of what is counted. Apart from {@link Counters}, whose parts check them while they are made themselves. */
final class Counts {
    private Counts() {}

    static void require(long... counts) {
        for (long count : counts) {
            if (count < 0) {
                throw new IllegalArgumentException("counters must be 0 or more, but one was " + count);
            }
        }
    }
}
