/** Commands that a user may write into a chat. */
@NullMarked
package io.github.sessioncompression.command;

import org.jspecify.annotations.NullMarked;
