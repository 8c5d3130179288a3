package io.github.sessioncompression.store.jdbc;

import io.github.sessioncompression.store.StoreRules;

/** What a text must be for a column to take it as it is. */
final class Names {
    /** The longest id of a conversation, an incarnation or a lease's owner, in code points. */
    static final int MAX_LENGTH = 255;

    private Names() {}

    /**
     * Checks a name.
     *
     * @throws IllegalArgumentException if it is longer than {@value #MAX_LENGTH} code points, or has NUL or half a surrogate pair
     */
    static void require(String what, String name) {
        int length = name.codePointCount(0, name.length());
        if (length > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    what + " must have at most " + MAX_LENGTH + " characters, but has " + length);
        }
        requireStorable(what, name);
    }

    /** Checks an append's key. */
    static void requireKey(String key) {
        StoreRules.requireKey(key);
        requireStorable("key", key);
    }

    private static void requireStorable(String what, String name) {
        int at = firstUnstorable(name);
        if (at >= 0) {
            throw new IllegalArgumentException(
                    what + " must not have " + (name.charAt(at) == 0 ? "the character NUL" : "half of a surrogate pair")
                            + ", but has it at index " + at);
        }
    }

    /** Where the first character is that no database holds: NUL, or half of a surrogate pair; -1 if there is none. */
    static int firstUnstorable(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 0) {
                return i;
            }
            if (Character.isSurrogate(c)) {
                if (!Character.isHighSurrogate(c)
                        || i + 1 == text.length()
                        || !Character.isLowSurrogate(text.charAt(i + 1))) {
                    return i;
                }
                i++;
            }
        }
        return -1;
    }

    /** The text with the replacement character in the place of each that can't be held. */
    static String storable(String text) {
        int at = firstUnstorable(text);
        if (at < 0) {
            return text;
        }
        StringBuilder storable = new StringBuilder(text.length()).append(text, 0, at);
        for (int i = at; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean pair = Character.isHighSurrogate(c)
                    && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1));
            if (pair) {
                storable.append(c).append(text.charAt(++i));
            } else {
                storable.append(c == 0 || Character.isSurrogate(c) ? '\ufffd' : c);
            }
        }
        return storable.toString();
    }
}
