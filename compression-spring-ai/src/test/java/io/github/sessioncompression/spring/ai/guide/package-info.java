/** The complete applications of the guides. */
@NullMarked
package io.github.sessioncompression.spring.ai.guide;

import org.jspecify.annotations.NullMarked;
