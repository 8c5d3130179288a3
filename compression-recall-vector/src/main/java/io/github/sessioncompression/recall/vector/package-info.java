/** Searches messages by meaning, in an application's own vector store; the ranking is joined with core's ranking by words. */
@NullMarked
package io.github.sessioncompression.recall.vector;

import org.jspecify.annotations.NullMarked;
