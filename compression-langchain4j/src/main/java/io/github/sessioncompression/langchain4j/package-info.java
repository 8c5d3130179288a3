/** Session Compression as the chat memory of LangChain4j. */
@NullMarked
package io.github.sessioncompression.langchain4j;

import org.jspecify.annotations.NullMarked;
