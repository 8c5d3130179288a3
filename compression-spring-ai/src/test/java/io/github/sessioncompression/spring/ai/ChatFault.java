package io.github.sessioncompression.spring.ai;

/** Failures of one call of the chat's model. */
enum ChatFault {
    BLANK,
    REFUSAL,
    RATE_LIMIT,
    SERVER_ERROR,
    TOO_LONG,
    /** A call of a tool whose arguments end in the middle. */
    MALFORMED,
    /** A stream is cancelled by the user after its first words, a call before its answer. */
    CANCELLED,
    /** No answer comes as long as the next turns take. */
    HANG;

    /** True if the turn has an answer despite the failure. */
    boolean isRecovered() {
        return this == TOO_LONG || this == MALFORMED;
    }

    /** True if the caller gets the exception. */
    boolean isThrown() {
        return this == RATE_LIMIT || this == SERVER_ERROR;
    }
}
