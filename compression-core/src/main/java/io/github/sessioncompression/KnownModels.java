package io.github.sessioncompression;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.sessioncompression.token.Calibration;

/**
 * What was learned of the chat's models in this process, by name: how they count, and a window smaller than the policy says.
 *
 * <p>Bounded; a model that was not used for long is learned anew. Safe for use by many threads.
 */
final class KnownModels {
    private static final int MOST = 1_000;
    /** What is left of a refused request's size where the provider does not say how much it takes. */
    private static final double GUESS = 0.9;

    private record Known(int window, Calibration calibration) {
        static final Known NOTHING = new Known(Integer.MAX_VALUE, Calibration.NONE);
    }

    private final Cache<String, Known> models =
            Caffeine.newBuilder().maximumSize(MOST).executor(Runnable::run).build();

    private Known of(String model) {
        Known known = models.getIfPresent(model);
        return known == null ? Known.NOTHING : known;
    }

    /** The largest request of the model that is known not to be refused for its length; the largest number if none was. */
    int window(String model) {
        return of(model).window();
    }

    /** How the model counts, for a chat of which nothing was reported yet. */
    Calibration calibration(String model) {
        return of(model).calibration();
    }

    /** What a chat learned of how the model counts. */
    void counts(String model, Calibration learned) {
        models.asMap()
                .merge(
                        model,
                        new Known(Integer.MAX_VALUE, learned.forAnotherChat()),
                        (was, now) -> new Known(was.window(), now.calibration()));
    }

    /** The model took a request of so many tokens, whatever was known before. */
    void took(String model, long tokens) {
        models.asMap()
                .computeIfPresent(
                        model,
                        (name, was) -> tokens > was.window()
                                ? new Known((int) Math.min(Integer.MAX_VALUE, tokens), was.calibration())
                                : was);
    }

    /**
     * The model refused a request of about so many tokens as too long.
     *
     * @param limit what it says it takes; 0 if it does not say
     * @return whether its window is known to be smaller now than before
     */
    boolean refused(String model, int limit, long size) {
        int window = limit > 0 ? limit : (int) Math.min(Integer.MAX_VALUE, size * GUESS);
        boolean[] smaller = new boolean[1];
        models.asMap().compute(model, (name, was) -> {
            Known before = was == null ? Known.NOTHING : was;
            smaller[0] = window < before.window();
            return smaller[0] ? new Known(window, before.calibration()) : before;
        });
        return smaller[0];
    }
}
