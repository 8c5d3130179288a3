package io.github.sessioncompression.store;

/**
 * What the ids of conversations, incarnations, the owners of leases and the keys of appends must be for a store that lasts; for those who
 * write one.
 */
public final class StoreNames {
    /** The longest id of a conversation, an incarnation or a lease's owner, in code points. */
    public static final int MAX_LENGTH = 255;

    private StoreNames() {}

    /**
     * Checks a name.
     *
     * @param what the name's own name
     * @throws IllegalArgumentException if it is longer than {@value #MAX_LENGTH} code points, or has NUL or half a surrogate pair
     */
    public static void require(String what, String name) {
        int length = name.codePointCount(0, name.length());
        if (length > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    what + " must have at most " + MAX_LENGTH + " characters, but has " + length);
        }
        requireStorable(what, name);
    }

    /**
     * Checks an append's key.
     *
     * @throws IllegalArgumentException as {@link StoreRules#requireKey} says, or if it has NUL or half a surrogate pair
     */
    public static void requireKey(String key) {
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

    /** Where the first character is that not every store holds: NUL, or half of a surrogate pair; -1 if there is none. */
    private static int firstUnstorable(String text) {
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

    /** The text with the replacement character in the place of each that can't be held: NUL, and halves of surrogate pairs. */
    public static String storable(String text) {
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
