package io.github.sessioncompression.redaction;

import java.util.Locale;

/**
 * Finds its way through a text that is no language: past spaces, marks and quotation marks, in data inside data too.
 *
 * <p>Where a word or a value ends is found in the same time however long it is. Not thread-safe; used for one text.
 */
final class SecretText {
    /** Nobody's secret is longer. */
    static final int LONGEST_VALUE = 4_096;

    private static final String QUOTES = "\"'`“„”«»「『」』";
    private static final String CLOSING = "\"'`””“»«」』」』";

    /** No word of a list is longer. */
    private static final int LONGEST_LISTED = 40;

    private final String text;
    private final SecretMarks marks;

    SecretText(String text) {
        this.text = text;
        this.marks = new SecretMarks(text);
    }

    /** Which characters are part of a word, of those that are in ASCII. */
    private static final boolean[] IN_WORDS = inWords();

    private static boolean[] inWords() {
        boolean[] in = new boolean[128];
        for (char c = 0; c < in.length; c++) {
            in[c] = Character.isLetterOrDigit(c) || c == '_' || c == '-';
        }
        return in;
    }

    /** Whether it is part of a word, or of a name that joins some. */
    static boolean isWordChar(char c) {
        return c < IN_WORDS.length ? IN_WORDS[c] : Character.isLetterOrDigit(c) && c < 0x2E80;
    }

    /** How many backslashes stand before the quotation mark that is here; -1 if there is none. */
    int quoteLevel(int at) {
        int to = at;
        while (to < text.length() && text.charAt(to) == '\\') {
            to++;
        }
        return to < text.length() && QUOTES.indexOf(text.charAt(to)) >= 0 ? to - at : -1;
    }

    /** Where a quotation that was opened behind {@code level} backslashes ends, before its own; -1 if it does not in this line. */
    int closing(int from, int level, char opened) {
        char close = CLOSING.charAt(QUOTES.indexOf(opened));
        int slashes = 0;
        int limit = limit(from);
        int told = SecretMarks.quotation(close) | SecretMarks.BACKSLASH | SecretMarks.NEWLINE;
        for (int i = from; i < limit; i++) {
            int next = marks.first(told, i, limit);
            slashes = next > i ? 0 : slashes;
            i = next;
            char c = i < limit ? text.charAt(i) : '\n';
            if (c == '\n') {
                return -1;
            }
            boolean ends = c == close || (c == opened && c == '“');
            boolean word = c == '\'' && i + 1 < text.length() && Character.isLetterOrDigit(text.charAt(i + 1));
            if (c == '\'' && close == c && i > from && i + 1 < text.length() && text.charAt(i + 1) == c) {
                i++;
                continue;
            }
            if (ends && !word && (level == 0 ? slashes % 2 == 0 : slashes <= level)) {
                return level == 0 ? i : i - slashes;
            }
            slashes = c == '\\' ? slashes + 1 : 0;
        }
        return -1;
    }

    /** Behind a new line as data write it, with any number of backslashes; 0 if there is none. */
    int writtenNewline(int at) {
        int to = at;
        while (to < text.length() && text.charAt(to) == '\\') {
            to++;
        }
        return to > at && to < text.length() && text.charAt(to) == 'n' ? to + 1 : 0;
    }

    /** Behind a new line, as it is or as data write it; 0 if there is none. */
    int newline(int at) {
        return at < text.length() && text.charAt(at) == '\n' ? at + 1 : writtenNewline(at);
    }

    /** Whether a line ends here, or what data quote. */
    boolean isLineEnd(int at) {
        return at >= text.length() || "\n\\\"".indexOf(text.charAt(at)) >= 0;
    }

    /** Whether the word that begins here has the rest of the line for itself. */
    boolean isAlone(int from) {
        int to = valueEnd(from);
        while (to < text.length() && ".,;\"'`*_)".indexOf(text.charAt(to)) >= 0) {
            to++;
        }
        return to > from && isLineEnd(spaces(to));
    }

    /** Past spaces of this line. */
    int spaces(int from) {
        int at = from;
        while (at < text.length() && Character.isWhitespace(text.charAt(at)) && text.charAt(at) != '\n') {
            at++;
        }
        return at;
    }

    /** Before the spaces that end here. */
    int spacesBefore(int to) {
        int at = to;
        while (at > 0 && text.charAt(at - 1) == ' ' && to - at < LONGEST_LISTED) {
            at--;
        }
        return at;
    }

    /** Where the word begins that ends here, as far as it is one of a list. */
    int wordBegin(int to) {
        int at = to;
        while (at > 0 && !Character.isWhitespace(text.charAt(at - 1)) && to - at < LONGEST_LISTED) {
            at--;
        }
        return at;
    }

    /** Behind a mark that ties a value to its name, past spaces; 0 if there is none. */
    int mark(int from) {
        int at = spaces(from);
        if (at >= text.length()) {
            return 0;
        }
        char c = text.charAt(at);
        char next = at + 1 < text.length() ? text.charAt(at + 1) : ' ';
        if (((c == '=' || c == '-') && next == '>') || (c == ':' && next == '=')) {
            return at + 2;
        }
        boolean tag = c == '>' && at == from;
        boolean compared = c == '=' && next == '=';
        return !compared && (c == ':' || c == '=' || c == '：' || c == '|' || tag) ? at + 1 : 0;
    }

    /** Where a word ends, with the marks behind it. */
    int wordEnd(int from) {
        return marks.first(SecretMarks.WHITESPACE, from, limit(from));
    }

    private int limit(int from) {
        return Math.max(from, Math.min(text.length(), from + LONGEST_VALUE));
    }

    /** A word, to look it up in lists; nothing if it is longer than any that is listed. */
    String word(int from, int to) {
        return to - from > LONGEST_LISTED ? "" : text.substring(from, to);
    }

    /** The same in small letters. */
    String listed(int from, int to) {
        return word(from, to).toLowerCase(Locale.ROOT);
    }

    /** Which {@linkplain SecretMarks kinds} of characters stand there. */
    int kinds(int from, int to) {
        return marks.kinds(from, to);
    }

    /** Whether one of these kinds stands there. */
    boolean has(int kinds, int from, int to) {
        return marks.has(kinds, from, to);
    }

    /** Where the first of these kinds of characters stands; {@code to} if none does. */
    int first(int kinds, int from, int to) {
        return marks.first(kinds, from, to);
    }

    /** Where a value without quotation marks ends. */
    int valueEnd(int from) {
        if (from >= text.length()) {
            return from;
        }
        int leaves = SecretMarks.STOP | SecretMarks.LEAVE;
        int stops = text.charAt(from) >= 0x2E80 ? leaves : leaves | SecretMarks.WIDE;
        int first = marks.first(SecretMarks.STOP, from, from + 1);
        return first == from ? from : marks.first(stops, from + 1, limit(from));
    }

    /** Without the marks of a sentence and of data at the end. */
    int stripped(int from, int to) {
        int end = to;
        while (end > from && ".,;:?)]}>*_\"'`”»」』".indexOf(text.charAt(end - 1)) >= 0) {
            end--;
        }
        return end;
    }

    /** Whether some letters stand here and end a word. */
    boolean isWordAt(int at, String word) {
        int end = at + word.length();
        return text.startsWith(word, at) && (end == text.length() || Character.isWhitespace(text.charAt(end)));
    }

    /** Whether it may stand between a name and what is behind it. */
    static boolean isClosing(char c) {
        return "\"'`*\\_”»」』".indexOf(c) >= 0;
    }
}
