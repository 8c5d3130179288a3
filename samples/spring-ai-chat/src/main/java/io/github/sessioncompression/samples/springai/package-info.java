/** A chat in the browser on Spring AI whose memory is compressed. */
@NullMarked
package io.github.sessioncompression.samples.springai;

import org.jspecify.annotations.NullMarked;
