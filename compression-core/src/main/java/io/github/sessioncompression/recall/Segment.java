package io.github.sessioncompression.recall;

import java.util.List;
import java.util.Objects;

/**
 * A run of messages about one matter.
 *
 * @param id unique within the conversation, as long as its first message is there
 * @param sequences the sequence numbers of its messages, ascending, at least one; messages that were not asked for are left out
 */
public record Segment(String id, List<Long> sequences) {
    /** Copies the sequences. */
    public Segment {
        Objects.requireNonNull(id, "id");
        sequences = List.copyOf(sequences);
    }

    /** The sequence number of its last message. */
    public long last() {
        return sequences.get(sequences.size() - 1);
    }
}
