package io.github.sessioncompression.offline;

import java.util.ArrayList;
import java.util.List;

/**
 * Tells program text and listings of files in a tool's result from what is said there: lines of code say nothing by themselves, and
 * the file has them still.
 *
 * <p>Lines are a listing where at least {@value #FEWEST} in a row begin with numbers that count up, parted from the text by an arrow, a
 * tab or a bar. What is left is code as a whole where at least {@value #CODE_PERCENT} % of its lines have the signs of it. One pass over
 * the text.
 */
final class CodeText {
    private static final int FEWEST = 3;
    private static final int CODE_PERCENT = 40;
    private static final int FEWEST_SIGNS = 3;
    private static final double SIGNS_SHARE = 0.15;
    private static final int MOST_DIGITS = 7;
    private static final String SIGNS = "{}()[]<>=;";

    private CodeText() {}

    /** What is said in a tool's result: {@code text} itself where nothing in it is code. */
    static String said(String text) {
        String said = withoutListings(text);
        int lines = 0;
        int code = 0;
        for (String line : said.split("\n", -1)) {
            String stripped = line.strip();
            lines += stripped.isEmpty() ? 0 : 1;
            code += isCode(stripped) ? 1 : 0;
        }
        return code >= FEWEST && code * 100 >= lines * CODE_PERCENT ? "" : said;
    }

    private static String withoutListings(String text) {
        String[] lines = text.split("\n", -1);
        List<String> kept = new ArrayList<>();
        int at = 0;
        while (at < lines.length) {
            int end = at;
            int number = number(lines[at]);
            while (end < lines.length && number >= 0 && number(lines[end]) == number + end - at) {
                end++;
            }
            if (end - at >= FEWEST) {
                at = end;
            } else {
                kept.add(lines[at++]);
            }
        }
        return kept.size() == lines.length ? text : String.join("\n", kept);
    }

    /** The number that a line of a listing begins with; -1 if it is none. */
    private static int number(String line) {
        int start = 0;
        while (start < line.length() && line.charAt(start) == ' ') {
            start++;
        }
        int end = start;
        int number = 0;
        while (end < line.length() && end - start < MOST_DIGITS && Character.isDigit(line.charAt(end))) {
            number = 10 * number + Character.digit(line.charAt(end++), 10);
        }
        return end > start && end < line.length() && "\u2192\t|\u2502".indexOf(line.charAt(end)) >= 0 ? number : -1;
    }

    private static boolean isCode(String line) {
        if (line.isEmpty() || line.startsWith("- [")) {
            return false;
        }
        int signs = 0;
        int shown = 0;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            shown += Character.isWhitespace(c) ? 0 : 1;
            signs += SIGNS.indexOf(c) >= 0 ? 1 : 0;
        }
        return "{};".indexOf(line.charAt(line.length() - 1)) >= 0
                || (signs >= FEWEST_SIGNS && signs >= SIGNS_SHARE * shown);
    }
}
