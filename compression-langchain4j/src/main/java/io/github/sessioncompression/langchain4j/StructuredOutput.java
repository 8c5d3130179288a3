package io.github.sessioncompression.langchain4j;

/** How a compression model is told the shape of its answer. However it is told, every answer is checked against it. */
public enum StructuredOutput {
    /**
     * As a response schema if the model declares {@code RESPONSE_FORMAT_JSON_SCHEMA} among its supported capabilities, else in
     * the prompt. Most models can do it but declare it only if they are built with {@code supportedCapabilities(..)}.
     */
    AUTO,
    /** As a response schema, whatever the model declares; in the prompt once the model has refused one. */
    JSON_SCHEMA,
    /** In the prompt, for models and gateways that ignore a response schema. */
    PROMPT
}
