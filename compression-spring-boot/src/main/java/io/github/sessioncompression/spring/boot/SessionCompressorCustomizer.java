package io.github.sessioncompression.spring.boot;

import io.github.sessioncompression.SessionCompressor;

/**
 * Changes how the compressor is wired, before it is built: an executor, a clock, what the model should know of the
 * application.
 *
 * <p>Beans of this type are called in their order, after everything else is set. What they throw ends the start of the
 * application.
 */
@FunctionalInterface
public interface SessionCompressorCustomizer {
    /** Adds to {@code builder} or overrides what is set. */
    void customize(SessionCompressor.Builder builder);
}
