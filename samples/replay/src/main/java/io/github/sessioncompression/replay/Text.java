package io.github.sessioncompression.replay;

import java.util.Locale;

/** Numbers as people read them, the same in every locale, and lines for a terminal. */
final class Text {
    private static final int MAX_CODE_POINTS = 300;

    private Text() {}

    /** With thousands grouped. */
    static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /** A share of 0 to 1 as a percentage with one digit. */
    static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }

    /** A change as a percentage with its sign. */
    static String change(double share) {
        String size = percent(Math.abs(share));
        return size.equals(percent(0)) ? size : (share < 0 ? "−" : "+") + size;
    }

    /** A count and what is counted; {@code thing} takes an s but for one. */
    static String count(long value, String thing) {
        return number(value) + " " + thing + (value == 1 ? "" : "s");
    }

    /** Text of unknown origin made fit for one line of a terminal: no line breaks, no control characters, not too long. */
    static String line(String text) {
        StringBuilder line = new StringBuilder();
        text.codePoints().limit(MAX_CODE_POINTS + 1L).forEach(c -> {
            int type = Character.getType(c);
            boolean breaks = Character.isISOControl(c)
                    || type == Character.LINE_SEPARATOR
                    || type == Character.PARAGRAPH_SEPARATOR
                    || type == Character.FORMAT
                    || type == Character.SURROGATE;
            line.appendCodePoint(breaks ? ' ' : c);
        });
        if (line.codePointCount(0, line.length()) > MAX_CODE_POINTS) {
            line.setLength(line.offsetByCodePoints(0, MAX_CODE_POINTS - 1));
            line.append('…');
        }
        return line.toString();
    }
}
