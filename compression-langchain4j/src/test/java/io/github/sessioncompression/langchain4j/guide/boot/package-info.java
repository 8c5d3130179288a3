/** The complete applications of the guides. */
@NullMarked
package io.github.sessioncompression.langchain4j.guide.boot;

import org.jspecify.annotations.NullMarked;
