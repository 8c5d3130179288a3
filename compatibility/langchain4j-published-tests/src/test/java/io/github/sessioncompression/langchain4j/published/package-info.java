/** LangChain4j's published tests, run against the memory of Session Compression. */
@NullMarked
package io.github.sessioncompression.langchain4j.published;

import org.jspecify.annotations.NullMarked;
