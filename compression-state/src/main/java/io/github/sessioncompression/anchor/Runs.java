package io.github.sessioncompression.anchor;

import io.github.sessioncompression.text.LanguageProfile;
import io.github.sessioncompression.text.Letters;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Tests of a run of characters between spaces: id, path, version and the like.
 *
 * <p><em>Algorithm</em> of {@link #type}, the first that fits: an address on the web has {@code ://} or begins with
 * {@code www.}; an e-mail address an {@code @} with a point behind it; a path begins like one, ends in a known
 * extension, or has two slashes; a version has points between numbers, or a {@code v}; an id mixes letters and digits
 * in one of five ways ({@link #isId}).
 *
 * <p><em>Does nothing when</em> a run is a word: {@code null}. <em>Threads</em>: has no state. Each test reads the run
 * once.
 *
 * @see AtomScanner
 */
final class Runs {
    /** Characters of an id in capitals, at least: {@code AB12}. */
    private static final int SHORTEST_ID = 4;
    /** Characters of an abbreviated hash, at least, as version control prints them: {@code 3f9a2c1}. */
    private static final int SHORTEST_HASH = 7;
    /** Digits of a bare number that is an id rather than an amount, at least. */
    private static final int LONG_NUMBER = 6;
    /**
     * Numbers between points, with or without a "v", and an addition: {@code 1.2.3}, {@code v2}, {@code 4.0.0-rc.1}.
     * Possessive, so linear.
     */
    private static final Pattern VERSION = Pattern.compile("[vV]?(\\d++(?:\\.\\d++)*+)([-+].*)?", Pattern.DOTALL);

    private Runs() {}

    /** True if no run continues here: a space, or a character of a script without spaces. */
    static boolean isGap(char c) {
        return Character.isWhitespace(c)
                || c == 0xA0
                || c == 0x202F
                || c == 0x2009
                || (Letters.isUnspaced(c) && !Character.isSurrogate(c));
    }

    /** True if a character is one of {@code marks}; most are letters, which are none. */
    static boolean isOneOf(String marks, char c) {
        return !Character.isLetterOrDigit(c) && c != ' ' && marks.indexOf(c) >= 0;
    }

    /** End of the run that starts at {@code from}, exclusive. */
    static int end(String text, int from) {
        int end = from;
        while (end < text.length() && !isGap(text.charAt(end))) {
            end++;
        }
        return end;
    }

    /** The type of what needs no words beside it to be known; {@code null} if it is nothing of the kind. */
    static @Nullable AnchorType type(String run, LanguageProfile language) {
        if (run.indexOf("://") > 0 || (run.startsWith("www.") && run.length() > 6)) {
            return AnchorType.URL;
        }
        int at = run.indexOf('@');
        if (at > 0 && run.indexOf('.', at) > at + 1 && at < run.length() - 4) {
            return AnchorType.EMAIL;
        }
        if (isPath(run, language)) {
            return AnchorType.PATH;
        }
        if (isVersion(run)) {
            return AnchorType.VERSION;
        }
        return isId(run) ? AnchorType.ID : null;
    }

    /** True for a file or folder; a day with slashes and a fraction are none. */
    private static boolean isPath(String run, LanguageProfile language) {
        int dot = run.lastIndexOf('.');
        boolean slashed = run.indexOf('/') >= 0 || run.indexOf('\\') >= 0;
        if (run.length() < 3 || !(slashed || dot > 0) || !Letters.any(run, Character::isLetter)) {
            return false;
        }
        boolean rooted = (run.startsWith("/") && run.length() > 3)
                || run.startsWith("./")
                || run.startsWith("../")
                || run.startsWith("~/")
                || (run.charAt(1) == ':' && run.charAt(2) == '\\');
        boolean file = dot > 0
                && dot < run.length() - 1
                && language.has("extension", run.substring(dot + 1))
                && Letters.all(run, c -> Character.isLetterOrDigit(c) || "._-/\\+@".indexOf(c) >= 0)
                && Character.isLetterOrDigit(run.charAt(0));
        boolean dated = Character.isDigit(run.charAt(0)) && slashed && !file;
        long slashes = run.chars().filter(c -> c == '/' || c == '\\').count();
        return (rooted || file || (slashes >= 2 && !Letters.any(run, c -> ",;".indexOf(c) >= 0))) && !dated;
    }

    /** True for three numbers between points that are neither a day nor groups of thousands, or any with a "v". */
    private static boolean isVersion(String run) {
        boolean marked = run.charAt(0) == 'v' || run.charAt(0) == 'V';
        int digits = marked ? 1 : 0;
        if (run.length() == digits || !Letters.isDigit(run.charAt(digits)) || (!marked && run.indexOf('.') < 0)) {
            return false;
        }
        Matcher version = VERSION.matcher(run);
        if (!version.matches()) {
            return false;
        }
        String[] groups = version.group(1).split("\\.", -1);
        boolean thousands =
                groups[0].length() <= 3 && Arrays.stream(groups).skip(1).allMatch(group -> group.length() == 3);
        return marked || (groups.length == 3 && !thousands && !isDate(run, '.'));
    }

    /** Day, month and year with {@code mark} between them, in either order. */
    static boolean isDate(String run, char mark) {
        int first = run.indexOf(mark);
        int second = first < 0 ? -1 : run.indexOf(mark, first + 1);
        if (first <= 0 || second < 0 || second == run.length() - 1 || run.indexOf(mark, second + 1) >= 0) {
            return false;
        }
        int a = number(run, 0, first);
        int b = number(run, first + 1, second);
        int c = number(run, second + 1, run.length());
        boolean yearLast =
                a >= 1 && b >= 1 && (a <= 12 || b <= 12) && a <= 31 && b <= 31 && isYear(c, run.length() - second - 1);
        boolean yearFirst = isYear(a, first) && first == 4 && b >= 1 && b <= 12 && c >= 1 && c <= 31;
        return yearLast || yearFirst;
    }

    /** True for four digits from 1800 to 2199, or two. */
    private static boolean isYear(int value, int digits) {
        return (digits == 4 && value >= 1800 && value <= 2199) || (digits == 2 && value >= 0);
    }

    /** The end of the digits in a row from {@code from} on, exclusive; {@code from} if there are none. */
    static int endOfDigits(String text, int from) {
        int end = from;
        while (end < text.length() && Letters.isDigit(text.charAt(end))) {
            end++;
        }
        return end;
    }

    /** The number in digits between two places, -1 if there is anything else or more than eight of them. */
    static int number(String text, int from, int to) {
        int value = 0;
        for (int i = from; i < to; i++) {
            int digit = Letters.isDigit(text.charAt(i)) ? text.charAt(i) - '0' : -1;
            if (digit < 0 || to - from > 8) {
                return -1;
            }
            value = 10 * value + digit;
        }
        return to > from ? value : -1;
    }

    /**
     * True if letters and digits are mixed as in no number with a unit, or digits follow a {@code #}: {@code #4711},
     * {@code AB12}, {@code INV-2024-17}, {@code 3f9a2c1}, {@code a1B2c3D4}, {@code ticket-4711}; without letters, long
     * numbers and numbers in parts: {@code 4417-1234-5678}.
     */
    private static boolean isId(String run) {
        int digits = 0;
        int upper = 0;
        int lower = 0;
        int marks = 0;
        int changes = 0;
        char before = 0;
        for (int i = 0; i < run.length(); i++) {
            char c = run.charAt(i);
            char kind = Letters.isDigit(c) ? 'd' : Character.isLetter(c) ? 'l' : 'm';
            digits += kind == 'd' ? 1 : 0;
            upper += Character.isUpperCase(c) ? 1 : 0;
            lower += Character.isLowerCase(c) ? 1 : 0;
            marks += c == '-' || c == '_' || c == ':' || c == '/' ? 1 : 0;
            if (kind == 'm' && "-_:/#+.()".indexOf(c) < 0) {
                return false;
            }
            changes += kind != 'm' && before != 0 && before != kind ? 1 : 0;
            before = kind == 'm' ? before : kind;
        }
        if (digits == 0) {
            return false;
        }
        if (run.charAt(0) == '#') {
            return digits >= 2 && lower + upper <= digits + 4;
        }
        int letters = upper + lower;
        if (letters == 0) {
            boolean parted = marks >= 1
                    && digits >= 8
                    && run.indexOf('.') < 0
                    && run.indexOf('/') < 0
                    && !isDate(run, '-')
                    && run.indexOf(':') < 0;
            return parted || (digits == run.length() && digits >= LONG_NUMBER);
        }
        boolean mixed = upper > 0 && lower == 0 && run.length() >= SHORTEST_ID && Character.isUpperCase(run.charAt(0));
        boolean dashed = upper > 0 && lower == 0 && marks > 0 && digits >= 2 && run.length() >= SHORTEST_ID;
        boolean hash = run.length() >= SHORTEST_HASH
                && changes >= 2
                && Letters.all(run, c -> Letters.isDigit(c) || (c >= 'a' && c <= 'f') || c == '-');
        boolean mixedUp = changes >= 3 && digits >= 3 && run.length() >= 8 && run.indexOf('.') < 0;
        boolean numbered = marks > 0
                && lower > 0
                && digits >= 3
                && Letters.isDigit(run.charAt(run.length() - 1))
                && Character.isLetter(run.charAt(0))
                && run.indexOf('/') < 0
                && run.indexOf('.') < 0;
        return mixed || dashed || hash || mixedUp || numbered;
    }
}
