package io.github.sessioncompression.prune;

/**
 * What may happen to the results of one tool.
 *
 * <p>Decides in {@link Pruning#AUTO} mode, and under {@link Pruning#KEEP_ALL} when the safeguard has to act.
 */
public enum ToolPolicy {
    /** An old result becomes a placeholder; a compression reads it cut short. The default. */
    PRUNE,
    /** A result stays in the view until a compression covers it, and that compression reads it whole. */
    SUMMARIZE,
    /** A result stays in the view until a compression covers it, not even the safeguard touches it. */
    KEEP
}
