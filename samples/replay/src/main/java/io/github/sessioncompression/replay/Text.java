package io.github.sessioncompression.replay;

import java.util.Locale;

/** Numbers as people read them, the same in every locale. */
final class Text {
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
}
