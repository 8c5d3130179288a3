/** Where transcripts and compression records are kept: the port and the bounded in-memory store. */
@NullMarked
package io.github.sessioncompression.store;

import org.jspecify.annotations.NullMarked;
