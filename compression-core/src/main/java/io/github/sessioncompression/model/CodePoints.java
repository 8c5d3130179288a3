package io.github.sessioncompression.model;

/** Cutting and cleaning of texts without splitting a surrogate pair. */
final class CodePoints {
    private static final int REPLACEMENT = '\uFFFD';

    private CodePoints() {}

    /** At most {@code limit} code points of a text: two thirds from its head, the rest from its tail, and the number left out. */
    static String cut(String text, int limit) {
        int length = text.codePointCount(0, text.length());
        if (length <= limit) {
            return text;
        }
        int tail = limit / 3;
        int headEnd = text.offsetByCodePoints(0, limit - tail);
        int tailStart = text.offsetByCodePoints(text.length(), -tail);
        return text.substring(0, headEnd)
                + "\n[... " + (length - limit) + " characters left out ...]\n"
                + text.substring(tailStart);
    }

    /** A text that every encoder takes: lone surrogates become U+FFFD, and control characters other than tab and line breaks spaces. */
    static String clean(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints().map(CodePoints::cleaned).forEach(out::appendCodePoint);
        return out.toString();
    }

    private static int cleaned(int codePoint) {
        if (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE) {
            return REPLACEMENT;
        }
        boolean control = Character.isISOControl(codePoint) && "\n\t\r".indexOf(codePoint) < 0;
        return control ? ' ' : codePoint;
    }
}
