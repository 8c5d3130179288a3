package io.github.sessioncompression.store;

import static java.util.concurrent.TimeUnit.MICROSECONDS;

import java.util.Random;
import java.util.concurrent.CompletableFuture;

/** A store at the other end of a network: what is asked takes a while to arrive, and so does the answer. */
public final class DistantStore {
    private DistantStore() {}

    /**
     * {@code store}, each call of which takes between nothing and {@code mostMillis} longer, by chance before it and after it.
     *
     * @param seed of the chance
     */
    public static SessionStore of(SessionStore store, int mostMillis, long seed) {
        Random random = new Random(seed);
        return WatchedStore.of(store, call -> {
            int there = random.nextInt(500 * mostMillis + 1);
            int back = random.nextInt(500 * mostMillis + 1);
            pass(there);
            try {
                return call.proceed();
            } finally {
                pass(back);
            }
        });
    }

    private static void pass(int micros) {
        CompletableFuture.runAsync(() -> {}, CompletableFuture.delayedExecutor(micros, MICROSECONDS))
                .join();
    }
}
