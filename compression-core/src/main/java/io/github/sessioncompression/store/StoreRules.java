package io.github.sessioncompression.store;

import io.github.sessioncompression.message.Entry;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/** What every {@link SessionStore} asks of its arguments; for those who write one. */
public final class StoreRules {
    /** The longest key of an append, in characters. */
    public static final int MAX_KEY_LENGTH = 64;

    /** The order of conversation ids: by code points, which is that of their bytes in UTF-8. */
    public static final Comparator<String> ID_ORDER = StoreRules::compareIds;

    private StoreRules() {}

    /**
     * Checks the arguments of an append.
     *
     * @throws IllegalArgumentException if {@code key} has another length than 1 to {@value #MAX_KEY_LENGTH}, or if there is no
     *     entry, or if they don't ascend from above {@code expectedLast}
     */
    public static void requireAppend(long expectedLast, String key, List<Entry> entries) {
        requireKey(key);
        if (entries.isEmpty()) {
            throw new IllegalArgumentException("entries must hold at least one message");
        }
        requireAscending(expectedLast, entries);
    }

    /**
     * Checks the key of an append.
     *
     * @throws IllegalArgumentException if it has another length than 1 to {@value #MAX_KEY_LENGTH}
     */
    public static void requireKey(String key) {
        Objects.requireNonNull(key, "key");
        if (key.isEmpty() || key.length() > MAX_KEY_LENGTH) {
            throw new IllegalArgumentException(
                    "key must have 1 to " + MAX_KEY_LENGTH + " characters, but has " + key.length());
        }
    }

    /**
     * Checks entries, if there are any.
     *
     * @throws IllegalArgumentException if they don't ascend from above {@code expectedLast}
     */
    public static void requireAscending(long expectedLast, List<Entry> entries) {
        long before = expectedLast;
        for (Entry entry : entries) {
            if (entry.sequence() <= before) {
                throw new IllegalArgumentException(
                        "sequence must be more than " + before + ", but was " + entry.sequence());
            }
            before = entry.sequence();
        }
    }

    /**
     * Checks the size of a page.
     *
     * @throws IllegalArgumentException if {@code limit} is below 1
     */
    public static void requireLimit(int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit must be 1 or more, but was " + limit);
        }
    }

    /**
     * Checks how long a lease is to hold.
     *
     * @throws IllegalArgumentException if {@code duration} is not more than zero
     */
    public static void requirePositive(Duration duration) {
        if (duration.isZero() || duration.isNegative()) {
            throw new IllegalArgumentException("duration must be more than zero, but was " + duration);
        }
    }

    private static int compareIds(String one, String other) {
        int length = Math.min(one.length(), other.length());
        for (int i = 0; i < length; i++) {
            char a = one.charAt(i);
            char b = other.charAt(i);
            if (a != b) {
                // Surrogates stand for the largest code points, but not for the largest chars.
                return Character.isSurrogate(a) == Character.isSurrogate(b)
                        ? Character.compare(a, b)
                        : Character.isSurrogate(a) ? 1 : -1;
            }
        }
        return Integer.compare(one.length(), other.length());
    }
}
