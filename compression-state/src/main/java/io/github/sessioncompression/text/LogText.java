package io.github.sessioncompression.text;

import java.util.regex.Pattern;

/**
 * Writes what somebody else chose, a conversation's id for example, into one line of a log.
 *
 * <p>Control characters and Unicode's line and paragraph separators become question marks, so nobody can write a line of
 * their own into a log or move a terminal's cursor. <em>Threads</em>: has no state. Takes time for the shown characters
 * only.
 */
public final class LogText {
    /** Longest name in a log, in UTF-16 units. */
    private static final int LONGEST_NAME = 100;
    /** All controls, also those from U+0080 to U+009F, which {@code \p{Cntrl}} lacks: U+009B begins a terminal's command. */
    private static final Pattern CONTROLS = Pattern.compile("[\\p{Cc}\\p{Zl}\\p{Zp}]");

    private LogText() {}

    /** The first {@value #LONGEST_NAME} characters of a name, with a question mark for each control character. */
    public static String name(String name) {
        return cut(name, LONGEST_NAME);
    }

    /** The first {@code most} characters of a text, 0 or more, with a question mark for each control character. */
    public static String cut(String text, int most) {
        return CONTROLS.matcher(text.substring(0, Math.min(text.length(), most)))
                .replaceAll("?");
    }
}
