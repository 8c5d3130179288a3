package io.github.sessioncompression.model;

/**
 * A model that answers one request with one JSON object: the port behind which compression by a model happens.
 *
 * <p>A call is a pure function of its request. An adapter
 * <ul>
 *   <li>sends exactly two messages: {@link ModelRequest#instructions()} as the system message and
 *       {@link ModelRequest#prompt()} as the user message;
 *   <li>passes on {@link ModelRequest#jsonSchema()} as the response schema if the provider has such a thing (the
 *       instructions name the fields too, so nothing is lost if it has not), and
 *       {@link ModelRequest#maxOutputTokens()} as the output limit;
 *   <li>gives the model no tools, no memory, no advisors, guardrails or other interceptors of the chat: they would
 *       recurse into the compression, or change it;
 *   <li>returns the text as it came, with the finish reason, and the usage if there is any. It reads, repairs and judges
 *       nothing: that happens here, the same for all;
 *   <li>throws every failure. It switches off retries of the client below it, because they would multiply with those of
 *       {@link ModelOptions};
 *   <li>ends early when its thread is interrupted, if it can: that is how a timed-out call is cancelled.
 * </ul>
 *
 * <p>Implementations are safe for use by many threads. They are called on the executor given to
 * {@link ModelStateCompiler}, never on a thread of the chat and never under a lock.
 */
@FunctionalInterface
public interface StructuredModel {
    /**
     * Answers a request.
     *
     * @throws Exception if there is no answer; it counts as passing, so that the call is tried again within the bounds of
     *     {@link ModelOptions}, unless {@link #failure} reports that it {@linkplain ProviderFailure#isLasting() lasts}. An
     *     {@link Error} lasts
     */
    ModelAnswer answer(ModelRequest request) throws Exception;

    /** Name of the model as its provider calls it, by which its window is looked up; empty, which is the default, if it is not known. */
    default String modelName() {
        return "";
    }

    /**
     * Reads an exception that {@link #answer} threw.
     *
     * <p>This reads what any exception has: causes, messages, and a status at the beginning of a message, such as
     * {@code 401 - {...}}. An adapter whose framework has the status elsewhere reads that.
     */
    default ProviderFailure failure(Throwable thrown) {
        return ProviderFailure.of(thrown, exception -> 0);
    }

    /** Way of passing the shape of the answer to a compression model. Every answer is checked in each of them. */
    enum StructuredOutput {
        /**
         * Response schema if the model takes one as far as the adapter can see, else in the prompt. In LangChain4j that is a model that
         * declares {@code RESPONSE_FORMAT_JSON_SCHEMA}, or whose provider is known and neither refuses nor ignores a schema; in Spring AI one
         * whose options have a schema.
         */
        AUTO,
        /** Response schema, even if the model declares none; less than that once the provider has refused one. */
        JSON_SCHEMA,
        /** In the prompt, for models and gateways that ignore a response schema, or answer worse under one. */
        PROMPT
    }
}
