/** Analysis of text without a model: language, sentences, terms and cues. */
@NullMarked
package io.github.sessioncompression.text;

import org.jspecify.annotations.NullMarked;
