package io.github.sessioncompression.recall;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A run of messages about one matter.
 *
 * @param id unique within the conversation, while its first message is there
 * @param sequences the sequence numbers of its messages, ascending, at least one; messages that were not asked for are left out
 */
public record Segment(String id, List<Long> sequences) {
    private static final Pattern MESSAGE = Pattern.compile("m[1-9]\\d{0,17}");

    /** Copies the numbers. */
    public Segment {
        sequences = List.copyOf(sequences);
    }

    /** The id of a segment that begins with the message of this sequence number. */
    public static String idOf(long first) {
        return "s" + first;
    }

    /** The message that {@code id} names, as a placeholder shows it: {@code m12}; empty if it is no such id. */
    public static Optional<Segment> ofMessage(String id) {
        return MESSAGE.matcher(id).matches()
                ? Optional.of(new Segment(id, List.of(Long.parseLong(id.substring(1)))))
                : Optional.empty();
    }

    /** True if {@code name} is the id, or was it before an erasure moved a border: any of its messages may have been the first one. */
    public boolean isNamed(String name) {
        return id.equals(name) || sequences.stream().anyMatch(sequence -> name.equals(idOf(sequence)));
    }

    /** The sequence number of its last message. */
    public long last() {
        return sequences.get(sequences.size() - 1);
    }
}
