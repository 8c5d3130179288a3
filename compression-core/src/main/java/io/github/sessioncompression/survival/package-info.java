/** Checks of a new state: what it lacks of what people said, and what it names that nobody said. */
@NullMarked
package io.github.sessioncompression.survival;

import org.jspecify.annotations.NullMarked;
