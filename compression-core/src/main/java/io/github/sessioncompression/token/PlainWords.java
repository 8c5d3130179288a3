package io.github.sessioncompression.token;

import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Counts a text with an encoding to which the plain words in it are handed only once in a while: those of a few small Latin letters behind one space, most of
 * a text of most languages, cost the same wherever they stand.
 *
 * <p>Exact for the byte pair encodings of OpenAI: they split before such a space where a visible character stands in front of it, and behind the word where
 * a space or a mark follows. Remembers a fixed number of words, and none with a capital, a digit or a sign. Safe for use by many threads.
 */
final class PlainWords implements ToIntFunction<String> {
    private static final int LONGEST = 16;
    private static final int SLOTS = 4_096;
    /** Signs of which one alone is one token where a space follows. */
    private static final String SIGNS = ",.;:";
    /** What may stand behind a word that is no part of more, such as a name with a hyphen or a code. */
    private static final String BEHIND = " \n,.;:!?)\"";

    private final ToIntFunction<String> encoding;
    /** By their hash. What another thread sees of a slot is a whole entry or none. */
    private final @Nullable Entry[] known = new @Nullable Entry[SLOTS];

    private record Entry(String word, int tokens) {}

    /** Counts what is no plain word, and each plain word when it is new, with {@code encoding}. */
    PlainWords(ToIntFunction<String> encoding) {
        this.encoding = encoding;
    }

    @Override
    public int applyAsInt(String text) {
        int tokens = 0;
        int counted = 0;
        int at = text.indexOf(' ', 1);
        while (at > 0) {
            int hash = 0;
            int end = at + 1;
            while (end < text.length() && isSmall(text.charAt(end))) {
                hash = 31 * hash + text.charAt(end);
                end++;
            }
            if (isVisible(text.charAt(at - 1)) && end > at + 1 && end - at - 1 <= LONGEST && ends(text, end)) {
                tokens += counted < at ? encoding.applyAsInt(text.substring(counted, at)) : 0;
                tokens += count(text, at, end, hash);
                boolean sign =
                        end + 1 < text.length() && SIGNS.indexOf(text.charAt(end)) >= 0 && text.charAt(end + 1) == ' ';
                tokens += sign ? 1 : 0;
                end += sign ? 1 : 0;
                counted = end;
            }
            at = text.indexOf(' ', end);
        }
        return counted < text.length() ? tokens + encoding.applyAsInt(text.substring(counted)) : tokens;
    }

    private int count(String text, int at, int end, int hash) {
        int slot = (hash ^ (hash >>> 12)) & (SLOTS - 1);
        Entry entry = known[slot];
        int length = end - at - 1;
        if (entry == null || entry.word().length() != length || !text.startsWith(entry.word(), at + 1)) {
            String word = text.substring(at, end);
            entry = new Entry(word.substring(1), encoding.applyAsInt(word));
            known[slot] = entry;
        }
        return entry.tokens();
    }

    private static boolean isSmall(char c) {
        return c >= 'a' && c <= 'z';
    }

    private static boolean isVisible(char c) {
        return c > ' ' && c < '\u007f';
    }

    /** Whether a word ends there. */
    private static boolean ends(String text, int end) {
        return end == text.length() || BEHIND.indexOf(text.charAt(end)) >= 0;
    }
}
