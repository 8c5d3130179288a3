package io.github.sessioncompression.event;

/** Why the pipeline ran. */
public enum Reason {
    /** The context went over the trigger. */
    PROACTIVE,
    /** The context went over the hard limit. */
    CRITICAL,
    /** An answer was broken off. */
    INTERRUPTED,
    /** The application asked for it. */
    MANUAL,
    /** The context grew inside a tool loop. */
    MID_TURN,
    /** The provider refused the request as too long. */
    CONTEXT_LENGTH,
    /** The conversation has rested above the target. */
    IDLE
}
