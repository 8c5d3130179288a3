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

    /**
     * True if {@code name} is the id, or was it in another process: an erasure may move a border, so any of its messages may have been the
     * first one.
     */
    public boolean isNamed(String name) {
        return id.equals(name) || sequences.stream().anyMatch(sequence -> name.equals(Segments.PREFIX + sequence));
    }

    /** The sequence number of its last message. */
    public long last() {
        return sequences.get(sequences.size() - 1);
    }
}
