package io.github.sessioncompression.text;

/** Writes what somebody else chose, a conversation's id for example, into one line of a log. */
public final class LogText {
    private static final int LONGEST_NAME = 100;

    private LogText() {}

    /** The first 100 characters of a name, with a question mark for each control character. */
    public static String name(String name) {
        return cut(name, LONGEST_NAME);
    }

    /** The first {@code most} characters of a text, 0 or more, with a question mark for each control character. */
    public static String cut(String text, int most) {
        return text.substring(0, Math.min(text.length(), most)).replaceAll("\\p{Cntrl}", "?");
    }
}
