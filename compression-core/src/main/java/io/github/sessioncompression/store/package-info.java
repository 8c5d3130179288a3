/** Storage of transcripts and compression records: the port and the bounded in-memory store. */
@NullMarked
package io.github.sessioncompression.store;

import org.jspecify.annotations.NullMarked;
