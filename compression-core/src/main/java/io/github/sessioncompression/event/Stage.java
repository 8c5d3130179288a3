package io.github.sessioncompression.event;

/** A stage of the pipeline, in the order in which they run. */
public enum Stage {
    /** Counting the context. */
    MEASURE,
    /** Replacing old tool results by placeholders. */
    PRUNE,
    /** Replacing older messages by a state. */
    COMPRESS,
    /** Checking that nothing that must survive got lost. */
    VERIFY,
    /** Trimming the view of one request because it is above the hard limit. */
    FALLBACK
}
