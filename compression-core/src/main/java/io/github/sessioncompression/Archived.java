package io.github.sessioncompression;

import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.recall.Searched;
import java.util.HashSet;
import java.util.Set;

/**
 * What no view shows in full.
 *
 * @param boundary what is covered by the state, but for {@code pinned}
 * @param prunedThrough the results up to here may be placeholders
 */
record Archived(long boundary, long prunedThrough, Set<Long> pinned) implements Searched {
    static Archived of(StoredChat stored) {
        return new Archived(
                stored.boundary(),
                stored.prunedThrough(),
                new HashSet<>(stored.record().pinned()));
    }

    boolean isEmpty() {
        return boundary == 0 && prunedThrough == 0;
    }

    @Override
    public boolean has(long sequence, Role role) {
        return sequence <= boundary ? !pinned.contains(sequence) : role == Role.TOOL && sequence <= prunedThrough;
    }
}
