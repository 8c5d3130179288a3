package io.github.sessioncompression.event;

/** A stage of the pipeline, in the order in which they run. */
public enum Stage {
    /** Replacing old tool results by placeholders. */
    PRUNE,
    /** Replacing older messages by a state. */
    COMPRESS,
    /** Trimming the view of one request because it is above the hard limit. */
    FALLBACK,
    /** Checking a new state by the judge; told only where that fails. */
    JUDGE
}
