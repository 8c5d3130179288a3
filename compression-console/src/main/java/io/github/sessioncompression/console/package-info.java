/** The console: a page over a compressor, framework-free, with a server of its own for applications that have none. */
@NullMarked
package io.github.sessioncompression.console;

import org.jspecify.annotations.NullMarked;
