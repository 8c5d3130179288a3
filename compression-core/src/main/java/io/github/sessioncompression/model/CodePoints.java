package io.github.sessioncompression.model;

/** Cutting and cleaning texts without ever splitting a surrogate pair. */
final class CodePoints {
    private static final char REPLACEMENT = '\uFFFD';

    private CodePoints() {}

    /** At most {@code limit} code points of a text: two thirds from its head, the rest from its tail, and how much went. */
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

    /**
     * A text that every encoder takes and every store keeps: lone surrogates become U+FFFD, and control characters other than
     * tab and line breaks become spaces. The same instance if there are none.
     */
    static String clean(String text) {
        int at = 0;
        while (at < text.length() && ordinary(text, at)) {
            at++;
        }
        if (at == text.length()) {
            return text;
        }
        StringBuilder out = new StringBuilder(text);
        for (; at < out.length(); at++) {
            if (!ordinary(out, at)) {
                out.setCharAt(at, Character.isSurrogate(out.charAt(at)) ? REPLACEMENT : ' ');
            }
        }
        return out.toString();
    }

    private static boolean ordinary(CharSequence text, int at) {
        char c = text.charAt(at);
        if (Character.isHighSurrogate(c)) {
            return at + 1 < text.length() && Character.isLowSurrogate(text.charAt(at + 1));
        }
        if (Character.isLowSurrogate(c)) {
            return at > 0 && Character.isHighSurrogate(text.charAt(at - 1));
        }
        return !Character.isISOControl(c) || c == '\n' || c == '\t' || c == '\r';
    }
}
