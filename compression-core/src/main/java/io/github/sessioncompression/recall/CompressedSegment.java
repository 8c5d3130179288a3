package io.github.sessioncompression.recall;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.state.SegmentSummary;
import io.github.sessioncompression.token.TokenCounter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A {@link Segment} at one level.
 *
 * @param segmentId the segment's id
 * @param level the level
 * @param content the text; below {@link Level#FULL} without secrets such as keys and passwords
 * @param anchors the values in {@code content}, such as numbers, dates and ids, as they are written
 * @param marker names the next finer level: {@code [title →L1:s12]}. A model can ask for that, and
 *     {@link ExpansionOptions.Trigger#MARKERS} looks for it.
 * @param tokens the size of {@code content}
 */
public record CompressedSegment(
        String segmentId, Level level, String content, List<String> anchors, String marker, int tokens) {
    private static final int MIN_VALUE_CHARS = 3;
    private static final int MAX_VALUE_CHARS = 100;

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

    /** Copies the anchors. */
    public CompressedSegment {
        anchors = List.copyOf(anchors);
    }

    /**
     * The levels of a segment, each made when it is asked for: the texts that a model wrote of it, if there are any, else an extract. The
     * same messages give the same text in any process. Not thread-safe.
     *
     * @param entries the segment's messages, in order
     * @param summaries what models wrote of the segment or of parts of it, oldest first
     */
    public static Function<Level, CompressedSegment> levels(
            String segmentId, List<Entry> entries, TokenCounter counter, List<SegmentSummary> summaries) {
        return new SegmentDigest(segmentId, entries, counter, summaries)::at;
    }

    /**
     * One line of a state: the content and the marker.
     *
     * @param isInState true for a sentence that the state has already, which is left out
     */
    public String line(Predicate<String> isInState) {
        return level == Level.TAGS ? marker : (SegmentDigest.without(isInState, content) + ' ' + marker).strip();
    }

    /** The id of the segment in the marker at the end of a state's line; empty if there is none. */
    public static String idOfLine(String line) {
        return Markers.last(line);
    }

    /** The level of a state's line that ends with a marker. */
    public static Level levelOfLine(String line) {
        return Markers.shownBefore(line);
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
