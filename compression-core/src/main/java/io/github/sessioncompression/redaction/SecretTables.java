package io.github.sessioncompression.redaction;

import io.github.sessioncompression.redaction.SecretNames.Kind;
import io.github.sessioncompression.redaction.SecretValue.Tie;

/**
 * Finds the passwords below a head that names them, in a table of Markdown or of values with commas, semicolons or tabs between them.
 *
 * <p>A line is below one head only, and a head has a bounded number of rows. Not thread-safe; used for one text.
 */
final class SecretTables {
    private static final int LONGEST_LINE = 400;
    private static final int MOST_ROWS = 200;
    private static final int MOST_COLUMNS = 4;
    private static final String SEPARATORS = "|\t,;";

    private final String text;
    private final SecretText way;
    private final SecretSpans spans;
    /** The line of the last head, how many of its columns were read, and where its rows end. */
    private int head = -1;

    private int columns;
    private int below;

    SecretTables(String text, SecretText way, SecretSpans spans) {
        this.text = text;
        this.way = way;
        this.spans = spans;
    }

    /** Takes what stands below the name between {@code start} and {@code end} if it is a head; whether it is one. */
    boolean head(Kind kind, int start, int end) {
        int right = skip(end, 1);
        int left = skip(start - 1, -1);
        char behind = right < text.length() ? text.charAt(right) : ' ';
        char before = left >= 0 ? text.charAt(left) : '\n';
        char separator = SEPARATORS.indexOf(behind) >= 0 ? behind : before;
        boolean ends = behind == separator || way.newline(right) > 0;
        boolean cell = ends && (before == separator || isLineBegin(left + 1));
        if (!cell || SEPARATORS.indexOf(separator) < 0) {
            return false;
        }
        int line = start;
        while (line > 0 && !isLineBegin(line) && start - line <= LONGEST_LINE) {
            line--;
        }
        if (start - line > LONGEST_LINE || (line != head && start < below)) {
            return false;
        }
        columns = line == head ? columns + 1 : 0;
        head = line;
        return columns < MOST_COLUMNS && rows(kind, separator, count(line, start, separator));
    }

    /** Past spaces and marks of stress. */
    private int skip(int from, int step) {
        int at = from;
        while (at >= 0 && at < text.length() && " *_`\"\r".indexOf(text.charAt(at)) >= 0 && Math.abs(at - from) < 8) {
            at += step;
        }
        return at;
    }

    private int count(int from, int to, char separator) {
        int count = 0;
        for (int i = from; i < to; i++) {
            count += text.charAt(i) == separator ? 1 : 0;
        }
        return count;
    }

    private int lineEnd(int from) {
        int at = from;
        while (at < text.length() && at - from < LONGEST_LINE && way.newline(at) == 0) {
            at++;
        }
        return at;
    }

    /** The line behind one that ends here. */
    private int next(int end) {
        int next = way.newline(end);
        return next == 0 ? text.length() : next;
    }

    /** Whether a line begins here, or a text that data quote. */
    private boolean isLineBegin(int at) {
        char before = at <= 0 ? '\n' : text.charAt(at - 1);
        char ahead = at <= 1 ? ' ' : text.charAt(at - 2);
        return before == '\n' || (before == 'n' && ahead == '\\') || (before == '"' && (ahead == ':' || ahead == '\\'));
    }

    private boolean rows(Kind kind, char separator, int column) {
        int end = lineEnd(head);
        int all = count(head, end, separator);
        boolean spaced = separator != '|'
                && separator != '\t'
                && text.substring(head, end).indexOf(' ') >= 0;
        boolean found = false;
        int line = next(end);
        if (separator == '|') {
            int rule = lineEnd(Math.min(text.length(), line));
            spaced = !isRule(line, rule);
            found = !spaced;
            line = next(rule);
        } else {
            spaced |= !isHead(head, end, separator) || count(lineBefore(), Math.max(0, head - 1), separator) == all;
        }
        for (int row = 0; row < MOST_ROWS && !spaced && line < text.length(); row++) {
            end = lineEnd(line);
            if (count(line, end, separator) != all) {
                break;
            }
            found |= cell(kind, line, end, separator, column);
            line = next(end);
        }
        below = Math.max(below, line);
        return found;
    }

    /** Whether each cell of a line begins as a word does. */
    private boolean isHead(int from, int to, char separator) {
        boolean begins = true;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (begins && c != '"' && !Character.isLetter(c)) {
                return false;
            }
            begins = c == separator || (begins && c == '"');
        }
        return !begins;
    }

    /** Whether a line only parts a head from what is below. */
    private boolean isRule(int from, int to) {
        int dashes = 0;
        for (int i = from; i < to; i++) {
            if ("-:|+ \t\r".indexOf(text.charAt(i)) < 0) {
                return false;
            }
            dashes += text.charAt(i) == '-' ? 1 : 0;
        }
        return dashes >= 3;
    }

    /** Where the line before the head begins, as far as it is read. */
    private int lineBefore() {
        int at = Math.max(0, head - 1);
        while (at > 0 && head - at < LONGEST_LINE && !isLineBegin(at)) {
            at--;
        }
        return at;
    }

    private boolean cell(Kind kind, int line, int end, char separator, int column) {
        int from = line;
        for (int i = 0; i < column; i++) {
            from = text.indexOf(separator, from) + 1;
        }
        int to = from;
        while (to < end && text.charAt(to) != separator) {
            to++;
        }
        from = Math.min(to, skip(from, 1));
        int stop = way.stripped(from, trimmed(from, to));
        return spans.take(kind, from, stop, Tie.SET, 0) > 0;
    }

    private int trimmed(int from, int to) {
        int end = to;
        while (end > from && Character.isWhitespace(text.charAt(end - 1))) {
            end--;
        }
        return end;
    }
}
