package io.github.sessioncompression.anchor;

import java.util.List;

/**
 * Instructions that LangChain4j appends to a user's message where an AI service returns something other than text.
 *
 * <p>Recognised by the framework's fixed words at the start of a line behind the user's own; they go on to the end of the message.
 */
final class FormatInstructions {
    private static final List<String> STARTS = List.of(
            "\nYou must answer strictly in the following JSON format: ",
            "\nYou must answer strictly in the following format: ",
            "\nYou must answer strictly with one of these enums:",
            "\nYou must answer strictly with zero or more of these enums on a separate line:");
    private static final String LAST_LINE = "\nYou must put every item on a separate line.";

    private FormatInstructions() {}

    /** The text before the instructions; the whole text if there are none. */
    static String without(String text) {
        int end = text.endsWith(LAST_LINE) ? text.length() - LAST_LINE.length() : text.length();
        for (String start : STARTS) {
            int at = text.indexOf(start);
            end = at < 0 ? end : Math.min(end, at);
        }
        return text.substring(0, end);
    }
}
