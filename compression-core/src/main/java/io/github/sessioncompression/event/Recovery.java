package io.github.sessioncompression.event;

/** What happened instead of a stage that failed. */
public enum Recovery {
    /** The offline compiler wrote the state. */
    OFFLINE,
    /** The view of this request was trimmed. */
    TRUNCATED,
    /** Nothing: the view stays as it was. */
    KEPT,
    /** The application asked for an exception and got one. */
    THROWN
}
