/** The library's reports to the application: events, statistics and one-line notices. */
@NullMarked
package io.github.sessioncompression.event;

import org.jspecify.annotations.NullMarked;
