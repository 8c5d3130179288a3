package io.github.sessioncompression.model;

/** Way of telling a compression model the shape of its answer. Every answer is checked, however it was told. */
public enum StructuredOutput {
    /**
     * Response schema if the model takes one as far as the adapter can see, else in the prompt. In LangChain4j a model takes one
     * if it declares {@code RESPONSE_FORMAT_JSON_SCHEMA} among its supported capabilities, which most do only if they are built with
     * {@code supportedCapabilities(..)}; in Spring AI if its options do.
     */
    AUTO,
    /** Response schema, whatever the model declares; less than that once the provider has refused one. */
    JSON_SCHEMA,
    /** In the prompt, for models and gateways that ignore a response schema, or answer worse under one. */
    PROMPT
}
