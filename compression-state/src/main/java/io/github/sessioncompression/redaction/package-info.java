/** Keys, tokens and passwords, and what the application names, are replaced before a model, a state or an index sees a text. */
@NullMarked
package io.github.sessioncompression.redaction;

import org.jspecify.annotations.NullMarked;
