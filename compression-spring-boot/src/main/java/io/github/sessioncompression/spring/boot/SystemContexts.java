package io.github.sessioncompression.spring.boot;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Tells the compression model the application's terms and workflow, in the place of the chat's own system prompt: a bean of this type is
 * asked with the conversation's id before each compression.
 *
 * <p>{@code null} tells nothing. Where it throws, it is as if the model had failed.
 */
@FunctionalInterface
public interface SystemContexts extends Function<String, @Nullable String> {}
