/** Reads and writes of one conversation in its store, the entries of it that a process knows, and ended sessions as text and as current again. */
@NullMarked
package io.github.sessioncompression.transcript;

import org.jspecify.annotations.NullMarked;
