package io.github.sessioncompression.redaction;

import org.jspecify.annotations.Nullable;

/**
 * Which kinds of characters stand in a stretch of a text, and where the first of a kind does.
 *
 * <p>A short stretch is read; of a long one what each {@value #BLOCK} characters hold is known from one pass over the text, which is
 * made when the first long one is asked for. So a question takes the same time wherever a stretch begins and ends, and stretches that
 * overlap one another, as those behind each name of <code>token,token,token</code> do, are not read over and over. Not thread-safe;
 * used for one text.
 */
final class SecretMarks {
    static final int LETTER = 1;
    static final int NO_LETTER = 1 << 1;
    static final int DIGIT = 1 << 2;
    static final int NO_DIGIT = 1 << 3;
    static final int SPACE = 1 << 4;
    static final int AT_SIGN = 1 << 5;
    static final int DOT = 1 << 6;
    static final int COMMA = 1 << 7;
    static final int EQUALS = 1 << 8;
    /** A mark inside a word that no word of a language has. */
    static final int ODD = 1 << 9;
    /** What joins words into one: a dash, an underscore, a slash. */
    static final int JOINT = 1 << 10;
    /** Neither a letter nor what stands in a word: a dash, an underscore, a full stop. */
    static final int NO_WORD = 1 << 11;
    /** What stands in no name of a variable. */
    static final int NO_NAME = 1 << 12;
    /** What stands in no name of a field either, digits and full stops do. */
    static final int NO_FIELD = 1 << 13;
    /** Neither a digit nor what parts some. */
    static final int NO_MEASURE = 1 << 14;
    /** What stands in no name of a mailbox. */
    static final int NO_MAILBOX = 1 << 15;
    /** The last character of what stands behind the scheme of an address. */
    static final int SLASHES = 1 << 16;

    static final int WHITESPACE = 1 << 17;
    /** What ends a value without quotation marks. */
    static final int STOP = 1 << 18;
    /** What does unless the value begins with it. */
    static final int LEAVE = 1 << 19;
    /** What does where the value is of a script with spaces. */
    static final int WIDE = 1 << 20;

    static final int SEMICOLON = 1 << 21;
    static final int NEWLINE = 1 << 22;
    static final int DASH = 1 << 23;
    /** What ends a value in the query of an address. */
    static final int PARAMETER = 1 << 24;

    static final int SURROGATE = 1 << 25;
    static final int BACKSLASH = 1 << 26;
    /** A quotation mark, but for an apostrophe inside a word. */
    static final int DOUBLE = 1 << 27;

    static final int SINGLE = 1 << 28;
    static final int CURLED = 1 << 29;
    static final int LEFT = 1 << 30;
    static final int RIGHT = 1 << 31;

    private static final int BLOCK = 64;
    private static final String ODDS = "!#$%&*+=^~?§";

    /** What holds of a character of ASCII wherever it stands. */
    private static final int[] KINDS = kinds();

    private final String text;
    private int @Nullable [] blocks;

    SecretMarks(String text) {
        this.text = text;
    }

    private static int[] kinds() {
        int[] kinds = new int[0x80];
        for (char c = 0; c < kinds.length; c++) {
            kinds[c] = kind(c);
        }
        return kinds;
    }

    private static int kind(char c) {
        boolean letter = Character.isLetter(c);
        boolean digit = Character.isDigit(c);
        boolean name = c < 0x80 && (letter || c == '_');
        int kind = letter ? LETTER : NO_LETTER;
        kind |= digit ? DIGIT : NO_DIGIT;
        kind |= ODDS.indexOf(c) >= 0 ? ODD : 0;
        kind |= c == '-' || c == '_' || c == '/' ? JOINT : 0;
        kind |= letter || "-_.".indexOf(c) >= 0 ? 0 : NO_WORD;
        kind |= name ? 0 : NO_NAME;
        kind |= name || c == '.' || digit ? 0 : NO_FIELD;
        kind |= digit || c == '.' || c == ',' ? 0 : NO_MEASURE;
        kind |= letter || digit || "._+-".indexOf(c) >= 0 ? 0 : NO_MAILBOX;
        kind |= Character.isWhitespace(c) ? WHITESPACE | STOP : 0;
        kind |= c == '\\' ? STOP | BACKSLASH : 0;
        kind |= c == '<' || c == '|' || "，。、；".indexOf(c) >= 0 ? LEAVE : 0;
        kind |= c >= 0x2E80 ? WIDE : 0;
        kind |= Character.isSurrogate(c) ? SURROGATE : 0;
        return kind | single(c) | quotation(c);
    }

    private static int single(char c) {
        return switch (c) {
            case ' ' -> SPACE;
            case '@' -> AT_SIGN;
            case '.' -> DOT;
            case ',' -> COMMA;
            case '=' -> EQUALS;
            case ';' -> SEMICOLON;
            case '\n' -> NEWLINE;
            case '-' -> DASH;
            case '&', '#' -> PARAMETER;
            default -> 0;
        };
    }

    /** Which kind of quotation mark a character is; 0 if it is none. */
    static int quotation(char c) {
        return switch (c) {
            case '"' -> DOUBLE;
            case '\'', '`' -> SINGLE;
            case '“', '”' -> CURLED;
            case '«' -> LEFT;
            case '»', '」', '』' -> RIGHT;
            default -> 0;
        };
    }

    /** The kinds of the character here, of which some hang on those beside it. */
    private int at(int at) {
        char c = text.charAt(at);
        if (c >= KINDS.length) {
            return kind(c);
        }
        boolean quote = c == '"' || c == '\'' || c == '`';
        if (quote || c == ',') {
            boolean last = at + 1 == text.length();
            char next = last ? ' ' : text.charAt(at + 1);
            boolean stops = quote ? !Character.isLetterOrDigit(next) : !last && " \n\t\r\"'\\{".indexOf(next) >= 0;
            int kind = c == '\'' && !stops ? KINDS[c] & ~SINGLE : KINDS[c];
            return stops ? kind | STOP : kind;
        }
        return c == '/' && at > 1 && text.startsWith("://", at - 2) ? KINDS[c] | SLASHES : KINDS[c];
    }

    private int[] blocks() {
        int[] made = blocks;
        if (made == null) {
            made = new int[text.length() / BLOCK + 1];
            for (int i = 0; i < text.length(); i++) {
                made[i / BLOCK] |= at(i);
            }
            blocks = made;
        }
        return made;
    }

    /** Which kinds stand there. */
    int kinds(int from, int to) {
        int found = 0;
        int at = from;
        if (to - from > 3 * BLOCK) {
            int[] known = blocks();
            for (; at % BLOCK != 0; at++) {
                found |= at(at);
            }
            for (; at + BLOCK <= to; at += BLOCK) {
                found |= known[at / BLOCK];
            }
        }
        for (; at < to; at++) {
            found |= at(at);
        }
        return found;
    }

    /** Whether one of these kinds stands there. */
    boolean has(int kinds, int from, int to) {
        return first(kinds, from, to) < to;
    }

    /** Where the first of these kinds stands; {@code to} if none does. */
    int first(int kinds, int from, int to) {
        int at = from;
        for (int near = Math.min(to, from + BLOCK); at < near; at++) {
            if ((at(at) & kinds) != 0) {
                return at;
            }
        }
        if (to - at > 2 * BLOCK) {
            int[] known = blocks();
            while (at < to && (at % BLOCK != 0 || (known[at / BLOCK] & kinds) == 0)) {
                if (at % BLOCK == 0) {
                    at += BLOCK;
                } else if ((at(at) & kinds) != 0) {
                    return at;
                } else {
                    at++;
                }
            }
        }
        while (at < to && (at(at) & kinds) == 0) {
            at++;
        }
        return Math.min(at, to);
    }
}
