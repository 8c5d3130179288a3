/** Compression without a model: a state made of sentences as they were said. */
@NullMarked
package io.github.sessioncompression.extract;

import org.jspecify.annotations.NullMarked;
