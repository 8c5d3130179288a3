/** Counting tokens: counters, what a message costs, reported usage and calibration, model limits. */
@NullMarked
package io.github.sessioncompression.token;

import org.jspecify.annotations.NullMarked;
