/** Whether a state holds what was said, and nothing that was not: what is missing, outdated, invented or turned into its opposite. */
@NullMarked
package io.github.sessioncompression.survival;

import org.jspecify.annotations.NullMarked;
