/** Edits of a chat by a list that an application hands back: values in, an {@link io.github.sessioncompression.edit.Edit} out. */
@NullMarked
package io.github.sessioncompression.edit;

import org.jspecify.annotations.NullMarked;
