package io.github.sessioncompression.policy;

/** Reaction to a failure of the compression model. The transcript always stays complete. */
public enum FailurePolicy {
    /** The extract compiler writes the state instead. The default. */
    OFFLINE,
    /** The oldest turns are left out of this request's view, and only if it is above the hard limit. */
    TRUNCATE,
    /** The caller gets an exception. For batch jobs and tests. */
    THROW
}
