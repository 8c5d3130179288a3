package io.github.sessioncompression.model;

/**
 * Cutting and cleaning of texts without splitting a surrogate pair.
 *
 * <p>Half a pair is no character: JSON encoders and providers refuse it or turn it into a question mark. Linear in the text.
 */
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
        text.codePoints()
                .map(c -> Character.getType(c) == Character.SURROGATE ? REPLACEMENT : c)
                .map(c -> Character.isISOControl(c) && "\n\t\r".indexOf(c) < 0 ? ' ' : c)
                .forEach(out::appendCodePoint);
        return out.toString();
    }
}
