package io.github.sessioncompression.text;

import java.text.Normalizer;
import java.util.BitSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text as it is read: without characters that are not shown, each letter with its accents as one character, the wide forms of Latin
 * letters, digits and signs as narrow ones, and spaces that hold words together as spaces.
 *
 * <p>So a word, a value and a secret are the same to all that looks for them, with any characters pasted along: {@code no}, a space of no width and
 * {@code t} are {@code not}. Left out are control characters, soft hyphens, spaces and joiners of no width, marks of the writing
 * direction, which would make a reader see another order than a model does, and the tags and selectors that can hide a text in another. What
 * shapes what is shown stays: joiners in scripts and emoji that need them, and the selector of an emoji or of an ideograph. Half of a surrogate
 * pair becomes U+FFFD. Digits of other scripts stay, and so does the space between the digits of a number. Takes linear time.
 *
 * <p><em>Algorithm</em>:
 * <ol>
 *   <li>find the first character that may change; most texts have none and are returned themselves;
 *   <li>from there on, copy what stays;
 *   <li>if there are accents, compose them (NFC), and repeat while that changes something, {@value #MOST_PASSES} times at
 *       most.
 * </ol>
 *
 * <p><em>Does nothing when</em> a text is already so: the instance itself is returned. <em>Threads</em>: has no state.
 *
 * @see Tags
 */
public final class Visible {
    /** Written for half of a surrogate pair. */
    private static final char REPLACEMENT = '\uFFFD';
    /** First of the wide forms of the signs from {@code !} to {@code ~}. */
    private static final int WIDE = 0xFF01;

    private static final int LAST_WIDE = 0xFF5E;
    private static final int WIDE_TO_NARROW = WIDE - '!';
    /** Wide signs that East Asian texts use as their punctuation. */
    private static final String PUNCTUATION = "！（），．：；？［］｛｝｜～｀＂＇＾＼";

    /** Wide signs that are punctuation, but become narrow between two digits. */
    private static final String DECIMALS = "．，：";
    /** Fillers of the Korean script and of others, which are letters without a shape. */
    private static final String FILLERS = "\u034F\u115F\u1160\u17B4\u17B5\u2800\u3164\uFFA0";

    /** Format characters that are seen: they are around or over a number. */
    private static final String NUMBER_SIGNS =
            "\u0600\u0601\u0602\u0603\u0604\u0605\u06DD\u070F\u0890\u0891\u08E2" + "\uD804\uDCBD\uD804\uDCCD";

    /** Spaces at which no line is broken. */
    private static final String HOLDING_SPACES = "\u00A0\u2007\u202F";

    /** Characters that break a line; each becomes a line feed. */
    private static final String LINE_BREAKS = "\u000B\f\u0085\u2028\u2029";

    /** Parts the fields of some protocols, so it becomes a space: left out, it would join two values into one. */
    private static final char START_OF_HEADING = 1;

    /** Keeps two letters apart, as Persian writes endings. */
    private static final char NOT_JOINED = '\u200C';
    /** Joins letters of some scripts, and emoji to one. */
    private static final char JOINED = '\u200D';
    /** From the first of the scripts whose letters are joined or kept apart to before the extensions of Latin. */
    private static final int FIRST_SHAPED = 0x0590;

    private static final int FIRST_UNSHAPED = 0x1D00;
    /** From here on, anything that is no letter or digit is a symbol, such as an emoji. */
    private static final int FIRST_SYMBOL = 0x2000;
    /**
     * An escape in JSON: a backslash with {@code u00e9} or with {@code n}; the group has the digits of a character's
     * number.
     */
    private static final Pattern ESCAPE = Pattern.compile("\\\\(?:u(\\p{XDigit}{4})|.)", Pattern.DOTALL);

    /** The frame around a key, as in the emoji of digits. */
    private static final int KEYCAP = 0x20E3;
    /** Passes over a text whose accents are put in order; each may let a joiner be dropped that the one before kept. */
    private static final int MOST_PASSES = 4;

    /** Characters that may be changed: a text without any is as it is read. */
    private static final BitSet SPECIAL = special();

    private Visible() {}

    private static BitSet special() {
        BitSet special = new BitSet(0x10000);
        for (int c = 0; c < 0x10000; c++) {
            boolean changed = isLeftOut(c)
                    || isMark(c)
                    || Character.isSurrogate((char) c)
                    || c == JOINED
                    || c == NOT_JOINED
                    || isSelector(c)
                    || c == START_OF_HEADING
                    || HOLDING_SPACES.indexOf(c) >= 0
                    || LINE_BREAKS.indexOf(c) >= 0
                    || (c >= WIDE && c <= LAST_WIDE);
            special.set(c, changed);
        }
        return special;
    }

    /** True if the character may be a part of the one before it. */
    private static boolean isMark(int c) {
        return (c >= 0x0300 && c < 0x0370) || c == 0x3099 || c == 0x309A || (c >= 0x1100 && c < 0x1200);
    }

    /** True for a character that selects the form of the one before it. */
    private static boolean isSelector(int c) {
        return (c >= 0xFE00 && c <= 0xFE0F) || (c >= 0xE0100 && c <= 0xE01EF);
    }

    /** True if a code point is not shown and shapes nothing. */
    static boolean isLeftOut(int c) {
        if (c < 0x20 || (c >= 0x7F && c < 0xA0)) {
            return !Character.isWhitespace(c) && LINE_BREAKS.indexOf(c) < 0 && c != START_OF_HEADING;
        }
        if (c == JOINED || c == NOT_JOINED) {
            return false;
        }
        return (Character.getType(c) == Character.FORMAT && NUMBER_SIGNS.indexOf(c) < 0)
                || (c >= 0x180B && c <= 0x180F)
                || (c >= 0xE0000 && c < 0xE0100)
                || FILLERS.indexOf(c) >= 0;
    }

    /** True if a code point is not shown, even if it shapes others. */
    static boolean isUnseen(int c) {
        return isLeftOut(c) || isSelector(c) || c == JOINED || c == NOT_JOINED;
    }

    /** True if a code point takes no place that a reader would see as more than a gap. */
    public static boolean isGap(int c) {
        return isUnseen(c) || Character.isWhitespace(c) || Character.isSpaceChar(c) || Character.isISOControl(c);
    }

    /** The text as it is read; the same instance if it is so. */
    public static String of(String text) {
        int at = 0;
        while (at < text.length() && !SPECIAL.get(text.charAt(at))) {
            at++;
        }
        return at == text.length() ? text : of(text, at);
    }

    /** {@link #of(String)} of a tool's data; if it is JSON, with the characters in it read that are written as escapes, except for quotes and controls. */
    public static String ofData(String text) {
        String data = text.strip();
        boolean isJson = data.startsWith("{") || data.startsWith("[");
        return of(isJson && text.contains("\\u") ? ESCAPE.matcher(text).replaceAll(Visible::unescaped) : text);
    }

    /** The character of an escape; the escape itself if it is another one, or if the character would end a string in JSON. */
    private static String unescaped(MatchResult escape) {
        int meant = escape.group(1) == null ? 0 : Integer.parseInt(escape.group(1), 16);
        boolean stays = meant < ' ' || meant == '"' || meant == '\\';
        return Matcher.quoteReplacement(stays ? escape.group() : Character.toString(meant));
    }

    /** {@link #of(String)} of a text that is as it is read up to {@code from}. */
    private static String of(String text, int from) {
        String seen = once(text, from);
        // What was left out may have kept accents apart that are put in order now, so that a joiner has another
        // character before it.
        for (int pass = 0; pass < MOST_PASSES && seen.codePoints().anyMatch(Visible::isMark); pass++) {
            String again = once(seen, 0);
            if (again.equals(seen)) {
                break;
            }
            seen = again;
        }
        return seen.equals(text) ? text : seen;
    }

    /** One pass: leaves out what is not shown, replaces the rest, and joins accents. */
    private static String once(String text, int from) {
        StringBuilder out = new StringBuilder(text.length()).append(text, 0, from);
        boolean marks = false;
        int before = from == 0 ? 0 : text.codePointBefore(from);
        for (int i = from; i < text.length(); ) {
            int c = text.codePointAt(i);
            int next = i + Character.charCount(c);
            marks |= isMark(c);
            if (!isLeftOut(c) && !(isUnseen(c) && !shapes(c, before, text, next))) {
                before = shown(c, before, text, next);
                out.appendCodePoint(before);
            }
            i = next;
        }
        return marks ? Normalizer.normalize(out, Normalizer.Form.NFC) : out.toString();
    }

    /**
     * True if a joiner or a selector changes what is seen of the characters around it. Any other place of one is a place
     * to hide something.
     *
     * @param before the code point that was written before it; 0 at the start
     * @param next index behind it
     */
    private static boolean shapes(int c, int before, String text, int next) {
        int after = next < text.length() ? text.codePointAt(next) : 0;
        if (!isSelector(c)) {
            boolean script = before >= FIRST_SHAPED && before < FIRST_UNSHAPED;
            boolean emoji = c == JOINED && isSymbol(before) && isSymbol(narrow(after)) && !isGap(after);
            return script || emoji;
        }
        boolean ideograph = Character.isIdeographic(before);
        return ideograph || (c < 0x10000 && !isUnseen(before) && (after == KEYCAP || isSymbol(before)));
    }

    /** True for a code point that may be an emoji or a part of one. */
    private static boolean isSymbol(int c) {
        return c >= FIRST_SYMBOL && !Character.isLetterOrDigit(c);
    }

    /** The code point that is written for one that stays. */
    private static int shown(int c, int before, String text, int next) {
        if (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) {
            return REPLACEMENT;
        }
        if (LINE_BREAKS.indexOf(c) >= 0) {
            return '\n';
        }
        if (c == START_OF_HEADING) {
            return ' ';
        }
        boolean inNumber =
                Letters.isDigit(before) && next < text.length() && Letters.isDigit(narrow(text.charAt(next)));
        if (HOLDING_SPACES.indexOf(c) >= 0) {
            return inNumber ? c : ' ';
        }
        boolean decimal = DECIMALS.indexOf(c) >= 0 && inNumber;
        return PUNCTUATION.indexOf(c) >= 0 && !decimal ? c : narrow(c);
    }

    /** The narrow form of a wide character; any other as it is. */
    static int narrow(int c) {
        return c >= WIDE && c <= LAST_WIDE ? c - WIDE_TO_NARROW : c;
    }
}
