/** Session Compression as the chat memory of Spring AI. */
@NullMarked
package io.github.sessioncompression.spring.ai;

import org.jspecify.annotations.NullMarked;
