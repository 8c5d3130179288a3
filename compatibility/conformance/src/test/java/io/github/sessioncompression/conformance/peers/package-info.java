/** Memories of other libraries, each as its documentation sets it up, and the run that tests them with the kit. */
@NullMarked
package io.github.sessioncompression.conformance.peers;

import org.jspecify.annotations.NullMarked;
