package io.github.sessioncompression.prune;

import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The text in the place of a pruned result: {@code [result of grep left out: about 1,200 tokens →m12]}, with the id by which the recall
 * tools return the message.
 *
 * <p>The number of tokens is rounded to two digits: it is an estimate.
 */
final class Placeholder {
    /** See {@link MessageForm#NO_PLACE}. */
    static final long NO_PLACE = Long.MAX_VALUE;

    /** Longest name of a tool that is shown. */
    private static final int MAX_TOOL_CHARS = 64;

    private static final String END = " tokens";
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,3}(,[0-9]{3}){0,6}");
    private static final Pattern IDS = Pattern.compile(" →m\\d{1,19}]");

    private Placeholder() {}

    /** The placeholder for a result of {@code tokens}; {@code tool} is a name as {@link #shown} returns it. */
    static String text(String tool, boolean error, long tokens, long sequence) {
        return start(tool, error) + size(tokens, sequence);
    }

    /** The end of a text that replaces a left-out one: its tokens and the message's id. */
    static String size(long tokens, long sequence) {
        return grouped(rounded(tokens)) + END + idEnd(sequence);
    }

    /** The end of a placeholder for a message: its id, except for one that has {@link MessageForm#NO_PLACE}, and the bracket. */
    static String idEnd(long sequence) {
        return sequence == NO_PLACE ? "]" : " →m" + sequence + "]";
    }

    /** {@code text} with placeholders that have no id. */
    static String withoutIds(String text) {
        return text.contains(" →m") ? IDS.matcher(text).replaceAll("]") : text;
    }

    /** True if {@code shown} is what {@link #text} makes of {@code tool}, {@code error} and some number, with an id or without. */
    static boolean isText(String shown, String tool, boolean error) {
        String start = start(tool, error);
        String text = withoutIds(shown);
        if (!text.startsWith(start)) {
            return false;
        }
        int end = text.length() - END.length() - 1;
        return end > start.length()
                && text.endsWith(END + "]")
                && NUMBER.matcher(text.substring(start.length(), end)).matches();
    }

    private static String start(String tool, boolean error) {
        return (error ? "[error of " : "[result of ") + tool + " left out: about ";
    }

    /** {@code tokens} to two digits: 87, 990, 1,200, 54,000. */
    static long rounded(long tokens) {
        long unit = 1;
        while (tokens / unit >= 100) {
            unit *= 10;
        }
        return (tokens + unit / 2) / unit * unit;
    }

    /** {@code number} with a comma after each three digits, the same in every locale. */
    static String grouped(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /**
     * The tool's name as a placeholder shows it. The name comes with the transcript, so what could end the placeholder
     * or start a line of its own becomes an underscore.
     */
    static String shown(@Nullable String tool) {
        if (tool == null || tool.isEmpty()) {
            return "a tool";
        }
        StringBuilder name = new StringBuilder(Math.min(tool.length(), MAX_TOOL_CHARS));
        for (int at = 0; at < tool.length(); ) {
            int point = tool.codePointAt(at);
            at += Character.charCount(point);
            if (name.length() + Character.charCount(point) > MAX_TOOL_CHARS) {
                break;
            }
            name.appendCodePoint(Character.isLetterOrDigit(point) || "_-.:/".indexOf(point) >= 0 ? point : '_');
        }
        return name.toString();
    }
}
