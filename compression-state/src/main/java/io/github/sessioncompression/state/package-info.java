/** The structured state that replaces the older part of a chat: its shape, its schema, how it is injected. */
@NullMarked
package io.github.sessioncompression.state;

import org.jspecify.annotations.NullMarked;
