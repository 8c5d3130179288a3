/** Compression without a model: a state made of verbatim sentences. */
@NullMarked
package io.github.sessioncompression.extract;

import org.jspecify.annotations.NullMarked;
