package io.github.sessioncompression.langchain4j;

/** Failures of the chat's model in one turn. */
enum ChatFault {
    BLANK,
    REFUSAL,
    LIMITED,
    BROKEN,
    TOO_LONG,
    MALFORMED,
    CANCELLED,
    HANG
}
