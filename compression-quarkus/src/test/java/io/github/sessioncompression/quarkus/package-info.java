@NullMarked
package io.github.sessioncompression.quarkus;

import org.jspecify.annotations.NullMarked;
