package io.github.sessioncompression.text;

import java.util.List;
import java.util.Set;

/** Tells which signs of a text are said: they compare, join or stand for a value, "< 8", "a && b", "0 3 * * *". Immutable. */
final class Operators {
    /** Of two values; a dash or star between words is punctuation. */
    private static final Set<String> BETWEEN_VALUES = Set.of("-", "–", "*");

    private static final Set<String> OPERATORS = Set.of(
            "<", ">", "<=", ">=", "<>", "≤", "≥", "=", "==", "===", "!=", "!==", "≠", "≈", "~", "±", "+", "−", "×", "÷",
            "/", "->", "→", "=>", "&&", "||", "+/-", "-/+", "+-", ":=", "<-", "←", "<->", "↔");
    /** Those of commands and code, which begin a table or a quotation where they begin a line. */
    private static final Set<String> BETWEEN_WORDS = Set.of("|", "<<", ">>", "<<<", ">>>", "=~", "!~", "+=", "-=");

    private static final int LONGEST_OPERATOR = 3;

    private final String text;

    Operators(String text) {
        this.text = text;
    }

    /**
     * Whether the characters compare or join what stands around them; one that begins a line quotes it.
     *
     * @param words those of the sentence before them
     * @param row whether they are of a row of a table
     */
    boolean isOne(int start, int end, List<Word> words, boolean row) {
        if (end - start > LONGEST_OPERATOR || Character.isLetterOrDigit(text.charAt(start))) {
            return false;
        }
        String token = text.substring(start, end);
        if (token.equals(">") && words.isEmpty() && (start == 0 || text.charAt(start - 1) == '\n')) {
            return false;
        }
        int next = end;
        while (next < text.length() && text.charAt(next) == ' ') {
            next++;
        }
        boolean before = next < text.length() && isValueStart(text.charAt(next));
        if (BETWEEN_VALUES.contains(token)) {
            if (words.isEmpty()) {
                return false;
            }
            Word last = words.get(words.size() - 1);
            boolean stars = token.equals("*") && (last.surface().equals("*") || text.startsWith("* ", next));
            return stars || (before && last.isAtom());
        }
        boolean behind = !words.isEmpty();
        return BETWEEN_WORDS.contains(token) ? behind && !row : OPERATORS.contains(token) && (before || behind);
    }

    private static boolean isValueStart(char c) {
        return Character.isDigit(c) || c == '-' || Character.getType(c) == Character.CURRENCY_SYMBOL;
    }

    /** The place of a star that stands for a value, whatever marks are around it, "run it at `0 3 * * *`."; -1 if the token is none. */
    int star(int start, int end, List<Word> words, boolean row) {
        int at = start;
        while (at < end && text.charAt(at) != '*' && EdgeMarks.isOpening(text.charAt(at))) {
            at++;
        }
        if (at == end || text.charAt(at) != '*') {
            return -1;
        }
        for (int i = at + 1; i < end; i++) {
            if (text.charAt(i) == '*' || !EdgeMarks.isClosing(text.charAt(i))) {
                return -1;
            }
        }
        return isOne(at, at + 1, words, row) ? at : -1;
    }
}
