package io.github.sessioncompression.samples.langchain4j;

import java.util.Locale;

/** Text and numbers for a terminal. */
final class Text {
    private Text() {}

    /** With thousands grouped, the same in every locale. */
    static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /** A count and what is counted; {@code thing} takes an s but for one. */
    static String count(long value, String thing) {
        return number(value) + " " + thing + (value == 1 ? "" : "s");
    }

    /** Text of unknown origin without what could command the terminal; line breaks and tabs stay. */
    static String printable(String text) {
        StringBuilder kept = new StringBuilder(text.length());
        text.codePoints()
                .filter(c -> c == '\n'
                        || c == '\t'
                        || (!Character.isISOControl(c) && Character.getType(c) != Character.FORMAT))
                .forEach(kept::appendCodePoint);
        return kept.toString();
    }

    /** Text of unknown origin in one line of at most {@code max} characters. */
    static String line(String text, int max) {
        String line = printable(text.strip()).replaceAll("\\s+", " ");
        return line.codePointCount(0, line.length()) <= max
                ? line
                : line.substring(0, line.offsetByCodePoints(0, max - 1)) + "…";
    }
}
