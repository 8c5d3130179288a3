/** JSON in and out, as plain Java values; the one place that knows the JSON library. */
@NullMarked
package io.github.sessioncompression.json;

import org.jspecify.annotations.NullMarked;
