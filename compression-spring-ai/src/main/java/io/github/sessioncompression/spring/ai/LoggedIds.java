package io.github.sessioncompression.spring.ai;

/** Writes conversation ids, which users may choose, into one line of a log. */
final class LoggedIds {
    private static final int LONGEST = 100;

    private LoggedIds() {}

    /** The beginning of an id, with a question mark for each control character. */
    static String of(String id) {
        return id.substring(0, Math.min(id.length(), LONGEST)).replaceAll("\\p{Cntrl}", "?");
    }
}
