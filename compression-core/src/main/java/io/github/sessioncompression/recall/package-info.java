/** Search over transcripts, by words and optionally by meaning, and the segments and levels of compressed history. */
@NullMarked
package io.github.sessioncompression.recall;

import org.jspecify.annotations.NullMarked;
