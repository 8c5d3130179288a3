package io.github.sessioncompression.recall;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.state.Telling;
import io.github.sessioncompression.token.TokenCounter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A {@link Segment} at one level.
 *
 * @param segmentId the segment's id
 * @param level the level
 * @param content the text; below {@link Level#FULL} without secrets such as keys and passwords
 * @param anchors the values in {@code content}, such as numbers, dates and ids, as they are written
 * @param marker names the next finer level: {@code [title →L1:s12]}. A model can ask for that, and
 *     {@link ExpansionTrigger#markers} looks for it.
 * @param tokens the size of {@code content}
 */
public record CompressedSegment(
        String segmentId, Level level, String content, List<String> anchors, String marker, int tokens) {
    private static final int MIN_VALUE_CHARS = 3;
    private static final int MAX_VALUE_CHARS = 100;

    /** Copies the anchors. */
    public CompressedSegment {
        Objects.requireNonNull(segmentId, "segmentId");
        Objects.requireNonNull(level, "level");
        Objects.requireNonNull(content, "content");
        Objects.requireNonNull(marker, "marker");
        anchors = List.copyOf(anchors);
    }

    /**
     * A level of a segment: the texts that a model wrote of it, if there are any, else an extract. The same messages give the same text in
     * any process. Takes time in proportion to them.
     *
     * @param entries the segment's messages, in order, at least one
     * @param summaries what models wrote of the segment or of parts of it, oldest first
     * @throws IllegalArgumentException if there is no message
     */
    public static CompressedSegment of(
            String segmentId, List<Entry> entries, Level level, TokenCounter counter, List<Telling> summaries) {
        if (entries.isEmpty()) {
            throw new IllegalArgumentException("entries must hold at least one message");
        }
        return new SegmentDigest(segmentId, entries, counter, summaries).at(Objects.requireNonNull(level, "level"));
    }

    /** The values in a text, in order: runs of letters, digits and joining signs that have a digit and three characters or more. */
    public static List<String> values(String text) {
        Set<String> values = new LinkedHashSet<>();
        int start = 0;
        for (int i = 0; i <= text.length(); i++) {
            if (i == text.length() || !isOfValue(text.charAt(i))) {
                String value = trimmed(text, start, i);
                if (value.length() >= MIN_VALUE_CHARS
                        && value.length() <= MAX_VALUE_CHARS
                        && value.chars().anyMatch(Character::isDigit)) {
                    values.add(value);
                }
                start = i + 1;
            }
        }
        return new ArrayList<>(values);
    }

    private static boolean isOfValue(char c) {
        return Character.isLetterOrDigit(c) || "-_./:@#+".indexOf(c) >= 0;
    }

    private static String trimmed(String text, int from, int to) {
        int start = from;
        int end = to;
        while (start < end && !Character.isLetterOrDigit(text.charAt(start))) {
            start++;
        }
        while (end > start && !Character.isLetterOrDigit(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(start, end);
    }
}
