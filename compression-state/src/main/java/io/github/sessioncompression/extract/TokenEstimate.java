package io.github.sessioncompression.extract;

import io.github.sessioncompression.text.Letters;

/**
 * A rough count of tokens, so that thousands of candidates are compared without running the tokenizer. What is written
 * is counted exactly, by {@link EntryWriter}.
 *
 * <p>A sum over characters by their script, plus 1. Linear, deterministic, without a table. <em>Threads</em>: has no
 * state.
 */
final class TokenEstimate {
    /** Tokens of what is written beside a sentence: a label, an ellipsis or quotation marks, on average. */
    static final double SEPARATOR = 4;

    /**
     * Tokens of one UTF-16 unit: of Latin script, spaces, digits and signs (about 4.3 units for a token); of Cyrillic,
     * Greek, Arabic and the like; of Chinese, Japanese and Korean.
     */
    private static final double LATIN = 0.23;

    private static final double OTHER_SPACED = 0.4;
    private static final double UNSPACED = 0.9;
    /** The first character behind the Latin blocks of Unicode. */
    private static final int FIRST_NOT_LATIN = 0x250;

    private TokenEstimate() {}

    /** Estimated tokens of a text, 1 for an empty one. */
    static double of(String text) {
        double tokens = 1;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            tokens += c < FIRST_NOT_LATIN ? LATIN : Letters.isUnspaced(c) ? UNSPACED : OTHER_SPACED;
        }
        return tokens;
    }
}
