package io.github.sessioncompression.token;

import io.github.sessioncompression.option.Bounds;

/** Counts by length alone. */
final class CharacterTokenCounter {
    private static final double MIN = 0.1;
    private static final double MAX = 100;

    private final double charsPerToken;

    CharacterTokenCounter(double charsPerToken) {
        this.charsPerToken = Bounds.within("charsPerToken", charsPerToken, MIN, MAX);
    }

    int count(String text) {
        return (int) Math.min(Integer.MAX_VALUE, Math.ceil(text.length() / charsPerToken));
    }
}
