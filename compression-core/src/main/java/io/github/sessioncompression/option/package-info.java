/** What all options share: how a value is held to its range. */
@NullMarked
package io.github.sessioncompression.option;

import org.jspecify.annotations.NullMarked;
