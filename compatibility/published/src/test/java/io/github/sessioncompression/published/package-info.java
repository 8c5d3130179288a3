/** What is published, and what it brings into an application. */
@NullMarked
package io.github.sessioncompression.published;

import org.jspecify.annotations.NullMarked;
