package io.github.sessioncompression.prune;

import io.github.sessioncompression.option.Bounds;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The messages of a conversation that views show less of: all prunable ones up to a boundary, and single ones.
 *
 * <p>Immutable. A view changes only if this does, so the provider's cached prefix holds until then.
 *
 * @param through the boundary: the sequence number up to which tool results are placeholders and calls shorter, 0 for none
 * @param single sequence numbers of results beyond the boundary whose call was made again, and of users' messages without their media
 */
public record Pruned(long through, Set<Long> single) {
    /** Maximum single messages. */
    static final int MAX_SINGLE = 1_000;

    /** Nothing is pruned. */
    public static final Pruned NONE = through(0);

    /** Checks the bounds and copies the set. */
    public Pruned {
        Bounds.notNegative("through", through);
        single = Set.copyOf(single);
    }

    /** Pruned up to that message, and no single one. */
    public static Pruned through(long sequence) {
        return new Pruned(sequence, Set.of());
    }

    /** The single messages in order. */
    public List<Long> ordered() {
        return single.stream().sorted().toList();
    }

    /** This with other single messages beside those from {@code first} on. */
    Pruned with(long boundary, Set<Long> more, long first) {
        TreeSet<Long> all = new TreeSet<>(single);
        all.addAll(more);
        all.headSet(first).clear();
        return new Pruned(boundary, all);
    }

    /** True if less may be shown of that message. */
    public boolean covers(long sequence) {
        return sequence <= through || single.contains(sequence);
    }
}
