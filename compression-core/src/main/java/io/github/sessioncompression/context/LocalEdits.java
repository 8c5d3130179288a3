package io.github.sessioncompression.context;

import java.util.HashSet;
import java.util.Set;

/**
 * The edits of a chat's messages by this process, each of which gave the chat another incarnation. A list that was taken from a view before such an
 * edit can still be compared with the chat; after an edit of another process it can't. Immutable.
 *
 * @param now the incarnation after the last of them
 * @param before those before it
 */
record LocalEdits(String now, Set<String> before) {
    static final LocalEdits NONE = new LocalEdits("", Set.of());

    /** These and one more; it alone if others have changed the chat since the last of these. */
    LocalEdits and(String from, String to) {
        Set<String> all = new HashSet<>(from.equals(now) ? before : Set.of());
        all.add(from);
        return new LocalEdits(to, Set.copyOf(all));
    }

    /** True if nothing but these lies between two incarnations. */
    boolean lead(String from, String to) {
        return to.equals(now) && before.contains(from);
    }
}
