/** Checks of a new state: which of people's statements it lacks, and which values in it are from no message. */
@NullMarked
package io.github.sessioncompression.survival;

import org.jspecify.annotations.NullMarked;
