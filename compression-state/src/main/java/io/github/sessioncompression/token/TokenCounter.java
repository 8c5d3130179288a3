package io.github.sessioncompression.token;

import io.github.sessioncompression.option.Bounds;

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

    /**
     * Counts with the encoding of OpenAI's models since GPT-4o, a good estimate for other providers' recent models too.
     *
     * <p>Text that looks like a special token ({@code <|endoftext|>}) is counted as the ordinary text it is. Exact, except for
     * runs of more than 1,024 letters, spaces or signs: those are counted piece by piece, which may be about a token per
     * piece off. Time is linear in the length. The vocabulary is loaded once for a process, in the background from the first call of this
     * method on, which takes up to a second; the first count waits for the rest of it.
     */
    static TokenCounter o200k() {
        JTokkitTokenCounter.Loading.begin();
        return text -> JTokkitTokenCounter.O200k.COUNTER.count(text);
    }

    /**
     * Takes every {@code charsPerToken} UTF-16 units for a token, rounded up.
     *
     * @param charsPerToken 0.1 to 100; 4.0 is the usual rule for English, 1.0 to 2.0 suit Chinese
     * @throws IllegalArgumentException if {@code charsPerToken} is out of range
     */
    static TokenCounter characters(double charsPerToken) {
        Bounds.within("charsPerToken", charsPerToken, 0.1, 100);
        return text -> (int) Math.min(Integer.MAX_VALUE, Math.ceil(text.length() / charsPerToken));
    }
}
