/** Spring Boot's auto-configuration for LangChain4j. */
@NullMarked
package io.github.sessioncompression.langchain4j.boot;

import org.jspecify.annotations.NullMarked;
