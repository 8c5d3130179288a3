package io.github.sessioncompression.langchain4j;

/** Constant failures of the compression model. */
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
