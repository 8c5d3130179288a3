package io.github.sessioncompression.recall;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.state.Telling;
import io.github.sessioncompression.token.TokenCounter;
import java.util.List;
import java.util.Objects;

/**
 * What a level tells of a {@link Segment}.
 *
 * @param segmentId the segment's id
 * @param level the level
 * @param content the text; below {@link Level#FULL} without secrets such as keys and passwords
 * @param anchors what must not get lost of the segment and is in {@code content} word for word: rules, decisions, values
 * @param marker names the next finer level: {@code [title →L1:s12]}. A model that meets it can ask for that, and the trigger
 *     {@link ExpansionTrigger#markers} looks for it
 * @param tokens what {@code content} costs
 */
public record CompressedSegment(
        String segmentId, Level level, String content, List<String> anchors, String marker, int tokens) {
    /** Copies the anchors. */
    public CompressedSegment {
        Objects.requireNonNull(segmentId, "segmentId");
        Objects.requireNonNull(level, "level");
        Objects.requireNonNull(content, "content");
        Objects.requireNonNull(marker, "marker");
        anchors = List.copyOf(anchors);
    }

    /**
     * Tells of a segment in the words of the models that told of it, and else as without a model.
     *
     * @param entries its messages, in order, at least one
     * @param told what models told of it or of parts of it, oldest first
     * @throws IllegalArgumentException if there is no message
     */
    public static CompressedSegment of(
            String segmentId, List<Entry> entries, Level level, TokenCounter counter, List<Telling> told) {
        if (entries.isEmpty()) {
            throw new IllegalArgumentException("entries must hold at least one message");
        }
        return new SegmentDigest(segmentId, entries, counter, told).at(Objects.requireNonNull(level, "level"));
    }

    /**
     * Tells of a segment, without a model: the same messages give the same text in any process. Takes time in proportion to them.
     *
     * @param entries its messages, in order, at least one
     * @throws IllegalArgumentException if there is no message
     */
    public static CompressedSegment of(String segmentId, List<Entry> entries, Level level, TokenCounter counter) {
        return of(segmentId, entries, level, counter, List.of());
    }
}
