/** A command line that replays a transcript through session compression and reports what it cost and kept. */
@NullMarked
package io.github.sessioncompression.replay;

import org.jspecify.annotations.NullMarked;
