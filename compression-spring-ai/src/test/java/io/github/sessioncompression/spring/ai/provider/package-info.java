/** The real clients of Spring AI's providers against a stub in each provider's wire format, in either version of Spring AI. */
@NullMarked
package io.github.sessioncompression.spring.ai.provider;

import org.jspecify.annotations.NullMarked;
