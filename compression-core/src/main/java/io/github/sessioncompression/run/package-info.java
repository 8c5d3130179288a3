/** Locks, background threads, and one compression of a chat at a time; knows nothing of chats. */
@NullMarked
package io.github.sessioncompression.run;

import org.jspecify.annotations.NullMarked;
