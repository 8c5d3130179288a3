package io.github.sessioncompression.store.redis;

import io.github.sessioncompression.text.LogText;
import org.jspecify.annotations.Nullable;

/** Numbers as Redis keeps them: texts, which scripts compare as texts, for they know no integers of 64 bits. */
final class Numbers {
    /** As many as the largest number has. */
    static final int DIGITS = 19;

    private static final String ZEROS = "0".repeat(DIGITS);

    private Numbers() {}

    /** The number with zeros before it, so that a larger one is a larger text. */
    static String padded(long number) {
        String digits = Long.toString(number);
        return ZEROS.substring(digits.length()) + digits;
    }

    /** True if it is a number with zeros before it. */
    static boolean isPadded(String text) {
        return text.length() == DIGITS && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    /** The number; 0 if there is none. */
    static long parse(String conversationId, String field, @Nullable String stored) {
        if (stored == null) {
            return 0;
        }
        try {
            return Long.parseLong(stored);
        } catch (NumberFormatException e) {
            throw new RedisStoreException("conversation '" + LogText.name(conversationId) + "' can't be read: its "
                    + field + " is no number");
        }
    }
}
