/** Commands that a user may write into a chat, and events as sentences for users, in four languages. */
@NullMarked
package io.github.sessioncompression.command;

import org.jspecify.annotations.NullMarked;
