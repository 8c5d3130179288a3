/** Tests of the console. */
@NullMarked
package io.github.sessioncompression.console;

import org.jspecify.annotations.NullMarked;
