package io.github.sessioncompression.store.redis;

import io.github.sessioncompression.store.Counters;

/** Counters for tests. */
final class Counting {
    private Counting() {}

    static Counters compressionsAndPrunings(long compressions, long prunings) {
        Counters none = Counters.NONE;
        return new Counters(
                compressions,
                prunings,
                0,
                0,
                none.latency(),
                0,
                0,
                none.model(),
                none.chat(),
                none.recall(),
                none.facts());
    }
}
