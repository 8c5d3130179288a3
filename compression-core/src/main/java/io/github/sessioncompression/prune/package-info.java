/** Tool output pruning: which old tool results a view shows only as placeholders. */
@NullMarked
package io.github.sessioncompression.prune;

import org.jspecify.annotations.NullMarked;
