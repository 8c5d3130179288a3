package io.github.sessioncompression.text;

/** Which marks at the edges of a word belong to it, and which only punctuate. Immutable. */
final class EdgeMarks {
    private static final String OPENING = "¿¡\"'“„‘«([{*_#`>~<-–—•|【「『（《";
    private static final String CLOSING = "\"'”’“»)]}*_`>~|#.,;:!?…-–—。！？，、；：】」』）》،؛؟।";
    /** What a star at the end of a word stands for more behind: "src/**", "test_*". */
    private static final String BEFORE_A_STAR = "/._-";
    /** Characters of an address of version 6 with its zone and port. */
    private static final int LONGEST_ADDRESS = 70;
    /** Letters of a grade or a blood group, which a minus may follow. */
    private static final int LONGEST_GROUP = 2;

    /** Characters between the stars of an emphasis. */
    private static final int LONGEST_EMPHASIS = 400;

    private final String text;

    EdgeMarks(String text) {
        this.text = text;
    }

    static boolean isOpening(char c) {
        return OPENING.indexOf(c) >= 0;
    }

    static boolean isClosing(char c) {
        return CLOSING.indexOf(c) >= 0;
    }

    /** Whether a mark in front of a word belongs to it: the sign of a number, an option's dash, a home directory. */
    boolean isSign(int at, int end, boolean first) {
        char next = at + 1 < end ? text.charAt(at + 1) : 0;
        boolean value = Character.isDigit(next)
                || Character.getType(next) == Character.CURRENCY_SYMBOL
                || ((next == '.' || next == '-') && at + 2 < end && Character.isDigit(text.charAt(at + 2)));
        return switch (text.charAt(at)) {
            case '-' -> value || (!first && (Character.isLetter(next) || (next == '-' && end - at > 2)));
            case '–' -> value;
            case '<', '>' -> value || next == '=';
            case '~' -> value || next == '/' || next == '~';
            case '#' -> Character.isLetterOrDigit(next);
            case '*' ->
                (Character.isDigit(next) && text.charAt(end - 1) == '#')
                        || next == '.'
                        || next == '/'
                        || (next == '*' && at + 2 < end && "./".indexOf(text.charAt(at + 2)) >= 0);
            case '[' -> isAddress(at, end);
            case '_' -> Character.isLetterOrDigit(next) && text.charAt(end - 1) != '_';
            default -> false;
        };
    }

    /** Whether a bracket opens an address of version 6 with its port. */
    private boolean isAddress(int at, int end) {
        String address = text.substring(at, Math.min(end, at + LONGEST_ADDRESS));
        int close = address.indexOf("]:");
        return close > 0 && close + 2 < address.length() && Character.isDigit(address.charAt(close + 2));
    }

    /** Whether the mark at the end belongs to the word: "C#", the code "4417#", the call "f(x)", the grade "A-", the inches of 5'10", the path "src/*", the name "filename*". */
    boolean isPart(int start, int from, int to, boolean quoted) {
        if (to - 1 == from) {
            return false;
        }
        char before = text.charAt(to - 2);
        return switch (text.charAt(to - 1)) {
            case '#' -> Character.isLetterOrDigit(before);
            case ')' -> isOpened('(', from, to - 1) || closesCall(from);
            case '>' -> isOpened('<', from, to - 1);
            case ']' -> isOpened('[', from, to - 1);
            case '}' -> isOpened('{', from, to - 1);
            case '~' -> before == '~';
            case '-' -> to - 1 - from <= LONGEST_GROUP && isGroup(from, to - 1);
            case '"', '”', '\'' -> !quoted && start == from && isNumeral(before);
            case '*' ->
                BEFORE_A_STAR.indexOf(before) >= 0
                        || (before == '*' && to - 2 > from && BEFORE_A_STAR.indexOf(text.charAt(to - 3)) >= 0)
                        || (Character.isLetterOrDigit(before) && start == from && !closesEmphasis(from));
            default -> false;
        };
    }

    /** Whether the bracket that closes at the end was opened inside the word. */
    private boolean isOpened(char bracket, int from, int to) {
        for (int i = to - 1; i > from && to - i <= SentenceSplitter.MAX_WORD; i--) {
            if (text.charAt(i) == bracket) {
                return true;
            }
        }
        return false;
    }

    /** Whether a bracket behind an earlier word is still open: "f(a = b)". */
    private boolean closesCall(int from) {
        int open = 0;
        for (int i = from - 1; i > 0 && from - i <= SentenceSplitter.MAX_WORD && text.charAt(i) != '\n'; i--) {
            open -= text.charAt(i) == ')' ? 1 : 0;
            open += text.charAt(i) == '(' ? 1 : 0;
            if (open > 0) {
                return Character.isLetterOrDigit(text.charAt(i - 1));
            }
        }
        return false;
    }

    /** Whether a star in front of an earlier word of the line is not closed yet: "*only this*". */
    private boolean closesEmphasis(int from) {
        int closed = 0;
        for (int i = from - 1; i >= 0 && from - i <= LONGEST_EMPHASIS && text.charAt(i) != '\n'; i--) {
            boolean star = text.charAt(i) == '*';
            if (star && i > 0 && Character.isLetterOrDigit(text.charAt(i - 1))) {
                closed++;
            } else if (star && !Character.isWhitespace(text.charAt(i + 1)) && --closed < 0) {
                return true;
            }
        }
        return false;
    }

    private boolean isGroup(int from, int to) {
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (!Character.isUpperCase(c) && c != '0') {
                return false;
            }
        }
        return true;
    }

    /** Whether the bracket that opens there is closed inside the word, which goes on: "(id)=4711". */
    boolean goesOnBehindBracket(int at, int end) {
        int last = Math.min(end, at + SentenceSplitter.MAX_WORD) - 1;
        for (int i = at + 1; text.charAt(at) == '(' && i < last; i++) {
            if (text.charAt(i) == ')') {
                char next = text.charAt(i + 1);
                return next == '=' || Character.isLetterOrDigit(next);
            }
        }
        return false;
    }

    /** Whether it is a comma or the like of another script in a text without spaces: "打错了,3月25号". */
    boolean dividesUnspaced(int at) {
        char c = text.charAt(at);
        return (c == ',' || c == ';' || c == '!' || c == '?')
                && at > 0
                && at + 1 < text.length()
                && Character.isLetterOrDigit(text.charAt(at + 1))
                && (isUnspaced(text.charAt(at - 1)) || isUnspaced(text.charAt(at + 1)));
    }

    /** Whether a letter is of a script that is written without spaces between words. */
    private static boolean isUnspaced(char c) {
        return (c >= '\u3041' && c <= '\u30ff') || (c >= '\u4e00' && c <= '\u9fff');
    }

    /** Whether it is a digit, or a number in one character such as "½". */
    static boolean isNumeral(int c) {
        return Character.isDigit(c) || Character.getType(c) == Character.OTHER_NUMBER;
    }
}
