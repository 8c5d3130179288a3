package io.github.sessioncompression.prune;

/**
 * What may happen to the results of one tool.
 *
 * <p>Decides in {@link Pruning#AUTO} mode, and where the context would not fit otherwise.
 */
public enum ToolPolicy {
    /** An old result becomes a placeholder; a compression reads it cut short. The default. */
    PRUNE,
    /** A result stays in the view until a compression covers it, and that compression reads it whole. */
    SUMMARIZE,
    /** A result stays in the view until a compression covers it, even where the context does not fit. */
    KEEP
}
