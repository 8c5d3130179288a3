/** Thinking of models: the messages that it was made behind, and whether it may be shown. */
@NullMarked
package io.github.sessioncompression.thinking;

import org.jspecify.annotations.NullMarked;
