package io.github.sessioncompression.token;

import io.github.sessioncompression.option.Bounds;

/**
 * Token limits of a model.
 *
 * @param contextWindow tokens of input and output together, {@value #MIN_WINDOW} to {@value #MAX_WINDOW}
 * @param maxOutputTokens the most tokens of one answer, up to {@code contextWindow}; 0 if the model has no limit of its own
 */
public record ModelLimits(int contextWindow, int maxOutputTokens) {
    /** The smallest window that makes sense, in tokens. */
    public static final int MIN_WINDOW = 256;

    /** The largest window that makes sense, in tokens. */
    public static final int MAX_WINDOW = 1_000_000_000;

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if a number is out of its range
     */
    public ModelLimits {
        Bounds.within("contextWindow", contextWindow, MIN_WINDOW, MAX_WINDOW);
        Bounds.within("maxOutputTokens", maxOutputTokens, 0, contextWindow);
    }
}
