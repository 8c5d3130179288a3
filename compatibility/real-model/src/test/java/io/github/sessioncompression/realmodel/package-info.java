/** Compression by real small models, through the clients of both frameworks. */
@NullMarked
package io.github.sessioncompression.realmodel;

import org.jspecify.annotations.NullMarked;
