/** New applications, each in a process of its own. */
@NullMarked
package io.github.sessioncompression.applications;

import org.jspecify.annotations.NullMarked;
