/**
 * Contracts that any chat memory of LangChain4j or Spring AI can be tested with, and the message rules of four providers.
 *
 * <p>A test extends {@link io.github.sessioncompression.conformance.LangChain4jMemoryContract} or
 * {@link io.github.sessioncompression.conformance.SpringAiMemoryContract} and implements one method. Only the framework it is for must be on
 * the class path.
 */
@NullMarked
package io.github.sessioncompression.conformance;

import org.jspecify.annotations.NullMarked;
