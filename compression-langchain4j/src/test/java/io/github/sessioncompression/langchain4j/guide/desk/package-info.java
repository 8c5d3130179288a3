/** Two AI services of Spring Boot with chats of their own, as the guide has them. */
@NullMarked
package io.github.sessioncompression.langchain4j.guide.desk;

import org.jspecify.annotations.NullMarked;
