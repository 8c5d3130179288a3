package io.github.sessioncompression.spring.boot;

import io.github.sessioncompression.policy.CompressionPolicy;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Gives single conversations a policy of their own: a bean of this type is asked with the conversation's id.
 *
 * <p>{@code null} leaves it to the properties {@code session-compression.conversations.*} and then to the policy of all.
 * Called by many threads at once, often, so it must be quick and always give the same answer for the same id.
 */
@FunctionalInterface
public interface ConversationPolicies extends Function<String, @Nullable CompressionPolicy> {}
