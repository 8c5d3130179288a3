package io.github.sessioncompression.context;

import java.util.HashSet;
import java.util.Set;

/**
 * The edits of a chat's messages by this process, each of which gave the chat another incarnation. By these names an answer finds the chat of its
 * question after such an edit, but not after an edit of another process. Immutable.
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
