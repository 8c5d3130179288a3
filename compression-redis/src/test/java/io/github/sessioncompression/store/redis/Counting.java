package io.github.sessioncompression.store.redis;

import io.github.sessioncompression.store.Counters;

/** Counters for tests. */
final class Counting {
    private Counting() {}

    static Counters compressionsAndPrunings(long compressions, long prunings) {
        return Counters.of(Counters.Field.COMPRESSIONS, compressions, prunings);
    }
}
