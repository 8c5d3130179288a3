package io.github.sessioncompression.langchain4j;

/** What the compression model does wrong throughout. */
enum ModelFault {
    THROW,
    BAD_REQUEST,
    UNAUTHORIZED,
    LIMITED,
    HANG,
    SLOW,
    BLANK,
    NO_JSON,
    WRONG_TYPES,
    USELESS,
    LONGER,
    TOOL_CALL
}
