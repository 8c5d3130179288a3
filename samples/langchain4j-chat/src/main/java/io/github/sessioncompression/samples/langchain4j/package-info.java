/** A chat in the terminal on LangChain4j whose memory is compressed. */
@NullMarked
package io.github.sessioncompression.samples.langchain4j;

import org.jspecify.annotations.NullMarked;
