/** What of a text nobody outside the process may read: keys, tokens and passwords, and what the application names, found and put out of sight. */
@NullMarked
package io.github.sessioncompression.redaction;

import org.jspecify.annotations.NullMarked;
