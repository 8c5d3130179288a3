/** The console under Spring Boot: an ordinary path of the application's server, Servlet or reactive. */
@NullMarked
package io.github.sessioncompression.spring.boot.console;

import org.jspecify.annotations.NullMarked;
