package io.github.sessioncompression.token;

import io.github.sessioncompression.message.Message;

/**
 * Counts the tokens of whole messages: for frameworks that have a counter of their own.
 *
 * <p>Each message is counted once. Safe for use by many threads. If it throws, or returns a number
 * below 0, the message is counted by its texts.
 */
@FunctionalInterface
public interface MessageCounter {
    /** Tokens of a message, 0 or more. */
    int count(Message message);
}
