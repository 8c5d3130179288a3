package io.github.sessioncompression.token;

/**
 * Counts the tokens of a text.
 *
 * <p>Implementations are safe for use by many threads, never call out of the process on a chat's path, and return 0 or
 * more. One that throws is caught by {@link MessageTokens}, which then counts that text by its characters.
 */
@FunctionalInterface
public interface TokenCounter {
    /** The number of tokens of {@code text}, 0 for an empty one. */
    int count(String text);
}
