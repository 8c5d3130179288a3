package io.github.sessioncompression.recall;

import java.util.List;
import java.util.Locale;
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

    /**
     * A {@link Segment} at one level.
     *
     * @param content the text; below {@link Level#FULL} without secrets such as keys and passwords
     * @param anchors the values in {@code content}, such as numbers, dates and ids, as they are written
     * @param marker names the next finer level, which a model can ask for: {@code [title →L1:s12]}
     * @param tokens the size of {@code content}
     */
    public record CompressedSegment(
            String segmentId, Level level, String content, List<String> anchors, String marker, int tokens) {
        /** Copies the values. */
        public CompressedSegment {
            anchors = List.copyOf(anchors);
        }

        /** The length at which a segment is shown; each level has at most as many tokens as the one before. */
        public enum Level {
            /** All messages word for word. */
            FULL(0),
            /** An extract or summary: about a third, 600 tokens at most. */
            DETAILED(1),
            /** A few lines: about a tenth, 120 tokens at most. */
            BRIEF(2),
            /** Words and values by which the segment is found again, 8 at most. */
            TAGS(3);

            private final int number;

            Level(int number) {
                this.number = number;
            }

            /** The number in a marker, from 0 for all messages to 3 for tags. */
            public int number() {
                return number;
            }

            /** The next longer level; {@link #FULL} itself for {@link #FULL}. */
            public Level finer() {
                return values()[Math.max(0, number - 1)];
            }

            /** The level of that name, in any case; empty if there is none. */
            public static Optional<Level> named(String name) {
                String wanted = name.strip().toUpperCase(Locale.ROOT);
                return List.of(values()).stream()
                        .filter(level -> level.name().equals(wanted))
                        .findFirst();
            }
        }
    }
}
