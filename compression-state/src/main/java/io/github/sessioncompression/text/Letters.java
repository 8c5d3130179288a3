package io.github.sessioncompression.text;

import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/**
 * Loops over the characters of a text: tests of all or any code point, runs of letters and digits, and the beginning.
 *
 * <p>Each word of a chat is tested some ten times while a state is written: a loop takes a fraction of what a stream does.
 * <em>Threads</em>: has no state. All methods take linear time.
 */
public final class Letters {
    private static final String ELLIPSIS = "…";
    /** The first character of the East Asian blocks of Unicode (CJK radicals). */
    private static final int FIRST_UNSPACED = 0x2E80;

    private Letters() {}

    /** Gives each run of letters and digits of a text, in order. */
    public static void forEachRun(String text, Consumer<String> run) {
        int start = -1;
        for (int i = 0; i <= text.length(); i++) {
            boolean inside = i < text.length() && Character.isLetterOrDigit(text.charAt(i));
            if (inside && start < 0) {
                start = i;
            } else if (!inside && start >= 0) {
                run.accept(text.substring(start, i));
                start = -1;
            }
        }
    }

    /** The first {@code most} UTF-16 units of a text, 0 or more; one less if that would split a code point. */
    public static String start(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        return text.substring(0, most > 0 && Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most);
    }

    /** A text, or its beginning and an ellipsis: {@code most} UTF-16 units at most, 1 or more. */
    public static String head(String text, int most) {
        return text.length() <= most ? text : start(text, most - ELLIPSIS.length()) + ELLIPSIS;
    }

    /**
     * The words of a list that white space parts.
     *
     * @throws IllegalArgumentException if a word is there twice
     */
    public static Set<String> words(String list) {
        return Set.of(list.strip().split("\\s+", -1));
    }

    /** True for a character of East Asian scripts, which have no spaces between words; also for Hangul and for all behind those blocks. */
    public static boolean isUnspaced(int c) {
        return c >= FIRST_UNSPACED;
    }

    /** True if a character is one of the digits 0 to 9. */
    public static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    /** True if each code point from {@code from} on, in UTF-16 units, is of that kind; true for none. */
    public static boolean all(String text, int from, IntPredicate kind) {
        return all(text, from, text.length(), kind);
    }

    /** True if each code point between two places, in UTF-16 units, is of that kind; true for none. */
    public static boolean all(String text, int from, int to, IntPredicate kind) {
        int at = from;
        while (at < to) {
            int codePoint = text.codePointAt(at);
            if (!kind.test(codePoint)) {
                return false;
            }
            at += Character.charCount(codePoint);
        }
        return true;
    }

    /** True if each code point is of that kind; true for an empty text. */
    public static boolean all(String text, IntPredicate kind) {
        return all(text, 0, kind);
    }

    /** True if at least one code point is of that kind; false for an empty text. */
    public static boolean any(String text, IntPredicate kind) {
        int at = 0;
        while (at < text.length()) {
            int codePoint = text.codePointAt(at);
            if (kind.test(codePoint)) {
                return true;
            }
            at += Character.charCount(codePoint);
        }
        return false;
    }
}
