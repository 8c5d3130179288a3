/** Prices of tokens, and what a compression costs and saves at them. */
@NullMarked
package io.github.sessioncompression.cost;

import org.jspecify.annotations.NullMarked;
