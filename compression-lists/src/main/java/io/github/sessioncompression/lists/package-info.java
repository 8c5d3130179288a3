/** Stores made of a framework's own store of whole lists: the port that an adapter implements, and the store over it. */
@NullMarked
package io.github.sessioncompression.lists;

import org.jspecify.annotations.NullMarked;
