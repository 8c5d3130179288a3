package io.github.sessioncompression.spring.boot;

import io.github.sessioncompression.policy.CompressionPolicy;

/**
 * Changes the policy that the properties describe, for what has no property, such as a schema of the application's own.
 *
 * <p>Beans of this type are called in their order, also for the policies of single conversations. What they throw ends the
 * start of the application.
 */
@FunctionalInterface
public interface CompressionPolicyCustomizer {
    /** The policy to use instead of {@code policy}. */
    CompressionPolicy customize(CompressionPolicy policy);
}
