/** Options: their values, ranges and text forms. */
@NullMarked
package io.github.sessioncompression.option;

import org.jspecify.annotations.NullMarked;
