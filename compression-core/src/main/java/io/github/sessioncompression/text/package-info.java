/** What can be told about a text without a model: its language, sentences, clauses, terms and the cues in it. */
@NullMarked
package io.github.sessioncompression.text;

import org.jspecify.annotations.NullMarked;
