package io.github.sessioncompression.policy;

/**
 * A moment at which the size of the context is looked at.
 *
 * <p>A policy names those that count ({@link CompressionPolicy#triggerPoints()}); at any other one nothing is compressed unless the
 * application asks for it.
 */
public enum TriggerPoint {
    /** The user has written, and the model is about to be called. */
    BEFORE_CALL,
    /** The model's answer is complete. */
    AFTER_RESPONSE,
    /** Inside a tool loop, before the model is called again: the current turn's oldest groups may be compressed too. */
    MID_TURN,
    /** The turn was broken off. */
    INTERRUPTED,
    /** The provider refused a request as too long: compress harder, then try once more. */
    CONTEXT_LENGTH_ERROR,
    /** No message came for {@link CompressionPolicy#idleAfter()}: what is above the target is compressed, before the user is back. */
    IDLE
}
