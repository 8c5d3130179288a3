package io.github.sessioncompression.token;

import io.github.sessioncompression.option.Bounds;

/**
 * How far estimates are off from what the provider reports, learned from pairs of both.
 *
 * <p>Design note. Exponential smoothing (R. G. Brown, 1956) of reported ÷ estimated: each pair moves the factor by
 * {@value #LEARNING_RATE} of the difference, so that after ten pairs nine tenths of a constant deviation are learned and one
 * odd report moves little. A pair counts as at least {@value #MIN_FACTOR} and at most {@value #MAX_FACTOR}, so the factor
 * stays in between too: known estimators err by 15 to 30 %, and a report beyond that range is of something else (another
 * request, a sum over several).
 *
 * <p>Immutable, so safe for use by many threads.
 *
 * @param factor what an estimate is to be multiplied by, {@value #MIN_FACTOR} to {@value #MAX_FACTOR}
 */
public record Calibration(double factor) {
    /** How much one pair counts against all before it. */
    static final double LEARNING_RATE = 0.2;

    /** The least factor. */
    static final double MIN_FACTOR = 0.5;

    /** The greatest factor. */
    static final double MAX_FACTOR = 2.0;

    /** Nothing learned: the factor is 1. */
    public static final Calibration NONE = new Calibration(1.0);

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if {@code factor} is not {@value #MIN_FACTOR} to {@value #MAX_FACTOR}
     */
    public Calibration {
        Bounds.within("factor", factor, MIN_FACTOR, MAX_FACTOR);
    }

    /**
     * What is known after another pair.
     *
     * @param estimatedTokens the uncalibrated estimate of a request; a pair with 0 or less is ignored
     * @param reportedTokens what the provider reported for the same request; a pair with 0 or less is ignored
     */
    public Calibration observe(long estimatedTokens, long reportedTokens) {
        if (estimatedTokens <= 0 || reportedTokens <= 0) {
            return this;
        }
        double ratio = Math.max(MIN_FACTOR, Math.min(MAX_FACTOR, (double) reportedTokens / estimatedTokens));
        return new Calibration(factor + LEARNING_RATE * (ratio - factor));
    }
}
