package io.github.sessioncompression.compare;

import io.github.sessioncompression.conformance.RequestMessage;

/**
 * One message of a request.
 *
 * @param arguments arguments of its tool calls
 */
public record Sent(RequestMessage message, String arguments) {
    private static final int CHARACTERS_PER_TOKEN = 4;
    private static final int TOKENS_OF_A_MESSAGE = 4;

    /** Estimated tokens, the same for all memories: a quarter of the characters, and four. */
    public int tokens() {
        return tokens(message.text().length() + arguments.length());
    }

    static int tokens(int characters) {
        return TOKENS_OF_A_MESSAGE + characters / CHARACTERS_PER_TOKEN;
    }
}
