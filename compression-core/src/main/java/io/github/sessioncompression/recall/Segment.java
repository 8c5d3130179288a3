package io.github.sessioncompression.recall;

import java.util.List;
import java.util.Objects;

/**
 * A stretch of a conversation about one matter: what is brought back together.
 *
 * @param id names it within its conversation, as long as its first message is there
 * @param sequences the places of its messages, ascending, at least one; those that were not asked for are left out, so there may be gaps
 */
public record Segment(String id, List<Long> sequences) {
    /** Copies the sequences. */
    public Segment {
        Objects.requireNonNull(id, "id");
        sequences = List.copyOf(sequences);
    }
}
