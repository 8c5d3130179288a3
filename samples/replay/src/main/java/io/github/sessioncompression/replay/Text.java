package io.github.sessioncompression.replay;

import java.util.Locale;
import java.util.regex.Pattern;

/** Numbers as people read them, the same in every locale, and lines for a terminal. */
final class Text {
    private static final int MAX_CODE_POINTS = 300;
    /** Controls, line and paragraph separators, invisible format characters, halves of surrogate pairs. */
    private static final Pattern BREAKS = Pattern.compile("[\\p{Cc}\\p{Zl}\\p{Zp}\\p{Cf}\\p{Cs}]");

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
        String line = BREAKS.matcher(text).replaceAll(" ");
        return line.codePointCount(0, line.length()) <= MAX_CODE_POINTS
                ? line
                : line.substring(0, line.offsetByCodePoints(0, MAX_CODE_POINTS - 1)) + "…";
    }
}
