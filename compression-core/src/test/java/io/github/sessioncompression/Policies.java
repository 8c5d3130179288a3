package io.github.sessioncompression;

import io.github.sessioncompression.policy.CompressionPolicy;

/** Policies whose ratios tests rely on, whatever the defaults are. */
public final class Policies {
    private Policies() {}

    /** A policy that compresses at 0.70 of the window down to 0.40, with a hard limit of 0.85. */
    public static CompressionPolicy early(int contextWindow) {
        return CompressionPolicy.forWindow(contextWindow).withRatios(0.40, 0.70, 0.85);
    }
}
