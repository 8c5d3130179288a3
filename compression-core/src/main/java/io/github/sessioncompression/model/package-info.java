/** Compression by a model: the port, the prompts, and what an answer must satisfy to be accepted. */
@NullMarked
package io.github.sessioncompression.model;

import org.jspecify.annotations.NullMarked;
