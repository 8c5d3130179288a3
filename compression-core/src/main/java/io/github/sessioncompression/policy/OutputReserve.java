package io.github.sessioncompression.policy;

/** Origin of the number of tokens that a policy reserves for the answer. */
public enum OutputReserve {
    /** The application set it. */
    SET,
    /** The output limit of the named model. */
    MODEL_LIMIT,
    /** The most that is reserved unasked, 32,000 tokens: the model may write more. */
    CAP,
    /** A quarter of the window: more would leave too little of it to the chat. */
    WINDOW_SHARE,
    /** Nothing is reserved: none was set, and no known model is named. */
    NONE
}
