/** Session compression: keeps a long conversation inside a model's context window and what matters in it alive. */
@NullMarked
package io.github.sessioncompression;

import org.jspecify.annotations.NullMarked;
