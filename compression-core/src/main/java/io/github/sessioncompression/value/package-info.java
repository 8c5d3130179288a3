/** What a value is of, and which is the latest: "the rent is 900", "it's 950 now". */
@NullMarked
package io.github.sessioncompression.value;

import org.jspecify.annotations.NullMarked;
