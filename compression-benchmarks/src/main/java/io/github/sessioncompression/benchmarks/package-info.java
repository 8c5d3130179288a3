/** JMH benchmarks of the paths that run on every turn. */
@NullMarked
package io.github.sessioncompression.benchmarks;

import org.jspecify.annotations.NullMarked;
