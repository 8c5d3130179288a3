/** The library's reports to the application: events and statistics. */
@NullMarked
package io.github.sessioncompression.event;

import org.jspecify.annotations.NullMarked;
