/** Search over transcripts, by words and by a second search if one is set, and the segments and levels of compressed history. */
@NullMarked
package io.github.sessioncompression.recall;

import org.jspecify.annotations.NullMarked;
