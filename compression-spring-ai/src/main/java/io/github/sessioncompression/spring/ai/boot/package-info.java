/** Spring Boot's auto-configuration for Spring AI. */
@NullMarked
package io.github.sessioncompression.spring.ai.boot;

import org.jspecify.annotations.NullMarked;
