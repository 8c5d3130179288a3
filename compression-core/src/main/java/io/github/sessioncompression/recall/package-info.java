/** How compressed history is found again: search over the transcript, in words and, where a model for it is given, in meaning. */
@NullMarked
package io.github.sessioncompression.recall;

import org.jspecify.annotations.NullMarked;
