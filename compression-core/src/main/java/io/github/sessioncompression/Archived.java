package io.github.sessioncompression;

import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.recall.MessageSearch;
import java.util.HashSet;
import java.util.Set;

/**
 * Selects the messages that no view shows in full.
 *
 * @param boundary the last message that the state covers, except for {@code pinned}
 * @param prunedThrough the last message whose tool result may be a placeholder
 */
record Archived(long boundary, long prunedThrough, Set<Long> pinned) implements MessageSearch.Filter {
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
    public boolean accepts(long sequence, Role role) {
        return sequence <= boundary ? !pinned.contains(sequence) : role == Role.TOOL && sequence <= prunedThrough;
    }
}
