package io.github.sessioncompression.conformance.peers;

/** Tokens of a text as all memories that take a counter are given them: a quarter of the characters, and four for the message. */
final class Tokens {
    private static final int CHARACTERS_PER_TOKEN = 4;
    private static final int TOKENS_OF_A_MESSAGE = 4;

    private Tokens() {}

    static int of(String text) {
        return TOKENS_OF_A_MESSAGE + text.length() / CHARACTERS_PER_TOKEN;
    }
}
