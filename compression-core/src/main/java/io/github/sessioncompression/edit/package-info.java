/** Edits of a chat by a list that an application returns: values in, an {@link io.github.sessioncompression.edit.Edit} out. */
@NullMarked
package io.github.sessioncompression.edit;

import org.jspecify.annotations.NullMarked;
