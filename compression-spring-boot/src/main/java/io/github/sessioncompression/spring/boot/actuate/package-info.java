/** The actuator endpoint: look at conversations, and compress, prune or clear them. */
@NullMarked
package io.github.sessioncompression.spring.boot.actuate;

import org.jspecify.annotations.NullMarked;
