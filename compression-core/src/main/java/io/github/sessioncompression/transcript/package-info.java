/** Reads and writes of one conversation in its store, and the entries of it that a process knows. */
@NullMarked
package io.github.sessioncompression.transcript;

import org.jspecify.annotations.NullMarked;
