/** Shared parts of the Spring Boot auto-configurations: properties, stores, metrics and the actuator endpoint. */
@NullMarked
package io.github.sessioncompression.spring.boot;

import org.jspecify.annotations.NullMarked;
