package io.github.sessioncompression.text;

import java.text.Normalizer;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;

/**
 * Finds tags that a text pretends to have: written with characters between their letters that are not shown, in wide or ornamental letters,
 * or in letters of another script that look like them.
 *
 * <p>Models read such a tag as the real one, so what is quoted must not hold it. Linear: what is skipped belongs to one bracket.
 *
 * <p><em>Algorithm</em> of {@link #isSeen}:
 * <ol>
 *   <li>compare letter by letter, passing over characters between them that are not shown;
 *   <li>a character counts as a letter if it is one in either case, looks like one ({@link #ALIKE}), or has one at the
 *       beginning of its compatibility form (NFKD), as wide and ornamental letters do.
 * </ol>
 *
 * <p>Callers find a bracket with {@link #opens}, pass to the name with {@link #skipToName} and compare it with {@link
 * #isSeen}. <em>Does nothing when</em> a text has no bracket: {@link #replaced} returns the instance itself.
 * <em>Threads</em>: has no state.
 *
 * @see Visible
 */
public final class Tags {
    /** Characters that look like the opening bracket of a tag. */
    private static final String BRACKETS = "<\uFF1C\uFE64\u2039\u3008\u27E8\u276E\u02C2\u1438";
    /** Letters that look like Latin ones and have no such compatibility form, each before the one it looks like. */
    private static final String ALIKE =
            "\u0430a\u0435e\u043Eo\u0440p\u0441c\u0455s\u0456i\u0443y\u0445x\u0501d\u04BBh\u0458j\u03F2c\u0578n\u057Du"
                    + "\u03B1a\u03BFo\u03B9i\u03BDv\u03C5u\u0442t\u03C4t\u043Cm\u0399i\u0131i\u017Fs\u01BDs\u0455s\u1D04c\u1D07e\u1D0Fo\uA731s\u1D1Bt\u1D00a\u026Ai\u0274n";

    /** Characters that look like an underscore. */
    private static final String UNDERSCORES = "_\u203F\u2054\uFF3F\uFE4D\uFE4E\uFE4F\u02CD\uFE58";

    private Tags() {}

    /** True if the character opens a tag or looks as if it did. */
    public static boolean opens(char c) {
        return c == '<' || BRACKETS.indexOf(c) >= 0;
    }

    /**
     * A text with other words for some of the brackets that open a tag or look as if they did.
     *
     * @param isReplaced true for the place of a bracket that is replaced
     * @param replacement the text that replaces a bracket
     */
    public static String replaced(String text, IntPredicate isReplaced, IntFunction<String> replacement) {
        StringBuilder out = null;
        int copied = 0;
        for (int i = 0; i < text.length(); i++) {
            if (opens(text.charAt(i)) && isReplaced.test(i)) {
                out = out == null ? new StringBuilder(text.length() + 64) : out;
                out.append(text, copied, i).append(replacement.apply(text.charAt(i)));
                copied = i + 1;
            }
        }
        return out == null ? text : out.append(text, copied, text.length()).toString();
    }

    /** Start of a tag's name behind its bracket, slashes, white space and characters that are not shown. */
    public static int skipToName(String text, int from) {
        int at = from;
        while (at < text.length()) {
            int c = text.codePointAt(at);
            if (!Visible.isGap(c) && "/\\\uFF0F\u2044\u2215\u29F8".indexOf(c) < 0) {
                break;
            }
            at += Character.charCount(c);
        }
        return at;
    }

    /** True if {@code name}, which is in small Latin letters, is what a reader sees from {@code from} on. */
    public static boolean isSeen(String name, String text, int from) {
        int at = from;
        for (int i = 0; i < name.length(); i++) {
            while (i > 0 && at < text.length() && Visible.isUnseen(text.codePointAt(at))) {
                at += Character.charCount(text.codePointAt(at));
            }
            if (at >= text.length() || !looksLike(text.codePointAt(at), name.charAt(i))) {
                return false;
            }
            at += Character.charCount(text.codePointAt(at));
        }
        return true;
    }

    /** True if a code point looks like a small Latin letter or an underscore. */
    private static boolean looksLike(int c, char letter) {
        if (c < 0x80) {
            return Character.toLowerCase(c) == letter;
        }
        if (letter == '_') {
            return UNDERSCORES.indexOf(c) >= 0;
        }
        int small = Character.toLowerCase(c);
        for (int i = 0; i < ALIKE.length(); i += 2) {
            if (ALIKE.charAt(i) == small && ALIKE.charAt(i + 1) == letter) {
                return true;
            }
        }
        String plain = Normalizer.normalize(Character.toString(c), Normalizer.Form.NFKD);
        return !plain.isEmpty() && plain.toLowerCase(Locale.ROOT).charAt(0) == letter;
    }
}
