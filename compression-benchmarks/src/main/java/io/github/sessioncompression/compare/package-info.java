/** Chat memories of one size, replayed on the same transcripts: what they cost and what they send. */
@NullMarked
package io.github.sessioncompression.compare;

import org.jspecify.annotations.NullMarked;
