/** Compression without a model: the deterministic state compiler. */
@NullMarked
package io.github.sessioncompression.offline;

import org.jspecify.annotations.NullMarked;
