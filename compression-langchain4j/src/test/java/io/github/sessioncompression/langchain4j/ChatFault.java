package io.github.sessioncompression.langchain4j;

/** What the chat's model does wrong in one turn. */
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
