package io.github.sessioncompression.token;

import io.github.sessioncompression.message.Message;

/**
 * Counts what whole messages cost in a request, in tokens: for frameworks that have a counter of their own.
 *
 * <p>Each message is counted once. Safe for use by many threads. What it throws, and a number below 0, is not fatal: that
 * message is then counted by its texts, as without it.
 */
@FunctionalInterface
public interface MessageCounter {
    /** What {@code message} costs, 0 or more. */
    int count(Message message);
}
