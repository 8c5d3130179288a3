package io.github.sessioncompression.conformance;

/**
 * The size of a memory under test: a window of messages, or of tokens.
 *
 * <p>Both limits mean the same chat: a message of the contracts has some {@value #TOKENS_PER_MESSAGE} tokens.
 *
 * @param messages the size in messages, at least 4
 * @param tokens the size in tokens
 */
public record MemorySize(int messages, int tokens) {
    /** Tokens of a message of the contracts, about. */
    public static final int TOKENS_PER_MESSAGE = 50;

    private static final int LEAST = 4;

    /** Refuses sizes without room for a system message and one turn with a tool call. */
    public MemorySize {
        if (messages < LEAST) {
            throw new IllegalArgumentException("messages must be at least " + LEAST + ", but was " + messages);
        }
        if (tokens < 1) {
            throw new IllegalArgumentException("tokens must be at least 1, but was " + tokens);
        }
    }

    /** The size of {@code messages} messages, with the tokens they have. */
    public static MemorySize ofMessages(int messages) {
        return new MemorySize(messages, Math.multiplyExact(messages, TOKENS_PER_MESSAGE));
    }
}
