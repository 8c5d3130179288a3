/** Every knob of the library, its default, its range, and how it is read from properties. */
@NullMarked
package io.github.sessioncompression.policy;

import org.jspecify.annotations.NullMarked;
