/** Micrometer's meters and observations of the library's work. */
@NullMarked
package io.github.sessioncompression.spring.boot.micrometer;

import org.jspecify.annotations.NullMarked;
