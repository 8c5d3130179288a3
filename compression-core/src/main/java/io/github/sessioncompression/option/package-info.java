/** Range checks that all options share. */
@NullMarked
package io.github.sessioncompression.option;

import org.jspecify.annotations.NullMarked;
