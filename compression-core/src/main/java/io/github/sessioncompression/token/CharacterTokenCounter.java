package io.github.sessioncompression.token;

/** Counts by length alone. */
final class CharacterTokenCounter implements TokenCounter {
    private static final double MIN = 0.1;
    private static final double MAX = 100;

    private final double charsPerToken;

    CharacterTokenCounter(double charsPerToken) {
        this.charsPerToken = checked(charsPerToken);
    }

    static double checked(double charsPerToken) {
        return Ranges.within("charsPerToken", charsPerToken, MIN, MAX);
    }

    @Override
    public int count(String text) {
        return (int) Math.min(Integer.MAX_VALUE, Math.ceil(text.length() / charsPerToken));
    }
}
