/** What the library does, as Micrometer's meters and observations. */
@NullMarked
package io.github.sessioncompression.spring.boot.micrometer;

import org.jspecify.annotations.NullMarked;
