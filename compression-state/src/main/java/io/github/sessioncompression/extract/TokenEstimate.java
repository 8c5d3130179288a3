package io.github.sessioncompression.extract;

import io.github.sessioncompression.text.Letters;

/** A rough count of tokens, so that candidates are compared without running the tokenizer; what is written is counted exactly. */
final class TokenEstimate {
    /** Tokens of what is written beside a sentence: a label, an ellipsis or quotation marks, on average. */
    static final double SEPARATOR = 4;

    private static final double LATIN = 0.23;
    private static final double OTHER_SPACED = 0.4;
    private static final double UNSPACED = 0.9;
    private static final int FIRST_NOT_LATIN = 0x250;

    private TokenEstimate() {}

    static double of(String text) {
        double tokens = 1;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            tokens += c < FIRST_NOT_LATIN ? LATIN : Letters.isUnspaced(c) ? UNSPACED : OTHER_SPACED;
        }
        return tokens;
    }
}
