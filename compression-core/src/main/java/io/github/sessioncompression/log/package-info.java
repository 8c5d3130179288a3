/** Log lines about conversations: their logger, and which of them are written again. */
@NullMarked
package io.github.sessioncompression.log;

import org.jspecify.annotations.NullMarked;
