/** Values and options of the search in compressed history: hits, segments with their levels, tools for the model, the port for a second search. */
@NullMarked
package io.github.sessioncompression.recall;

import org.jspecify.annotations.NullMarked;
