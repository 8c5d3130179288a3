package io.github.sessioncompression.prune;

import io.github.sessioncompression.option.Bounds;

/**
 * Where the pruning boundary stands after one look at the context, and what moving it there gains.
 *
 * @param prunedThrough the boundary: the sequence number up to which tool results are placeholders, 0 for none
 * @param results how many results turn into placeholders by this step, 0 if the boundary stays
 * @param savedTokens how many tokens the view gets smaller by this step, 0 if the boundary stays
 */
public record PruneStep(long prunedThrough, int results, long savedTokens) {
    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if a number is negative
     */
    public PruneStep {
        Bounds.notNegative("prunedThrough", prunedThrough);
        Bounds.notNegative("results", results);
        Bounds.notNegative("savedTokens", savedTokens);
    }

    /** The step that is not taken: the boundary stays at {@code prunedThrough}. */
    static PruneStep stay(long prunedThrough) {
        return new PruneStep(prunedThrough, 0, 0);
    }

    /** True if the view changes, so that the provider's cached prefix ends at the first replaced result. */
    public boolean moved() {
        return results > 0;
    }
}
