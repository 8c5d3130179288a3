package io.github.sessioncompression.search;

import io.github.sessioncompression.recall.Segment.CompressedSegment;
import io.github.sessioncompression.recall.Segment.CompressedSegment.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes and reads the line of a state that replaces a segment: its text, and at the end a marker {@code [title →L1:s12]}.
 *
 * <p>The marker is all that a line needs to know its segment and its level, since a store may keep nothing of an entry except its text. The level in it is
 * the one to ask for next. Of a line only the marker at its end counts; in questions and answers all count ({@link #namedIn}).
 *
 * <p>Patterns are linear: each has bounded repetitions. No state, so safe for use by many threads.
 *
 * @see Outline
 */
final class SegmentLine {
    /** Between two sentences of an extract that were not next to each other. */
    private static final String ELLIPSIS = " … ";
    /** A speaker without a name at the head of a line. */
    private static final Pattern LABEL =
            Pattern.compile("(?im)^(?:user|assistant|tool [^\\s:]{1,40})(?:, [^:\n]{1,40})?: ");

    private static final String SIGN = "→L";
    private static final Pattern MARKER = Pattern.compile(SIGN + "([0-9]):([0-9a-z]{1,20})");
    private static final Pattern LAST_MARKER = Pattern.compile(MARKER.pattern() + "]\\z");

    private SegmentLine() {}

    /**
     * The content of a segment and its marker.
     *
     * @param isInState true for a sentence that the state has already, which is left out
     */
    static String of(CompressedSegment segment, Predicate<String> isInState) {
        return segment.level() == Level.TAGS
                ? segment.marker()
                : (without(isInState, segment.content()) + ' ' + segment.marker()).strip();
    }

    /** A level's text as one line, without certain sentences, and without the label of a speaker of whom nothing is left. */
    private static String without(Predicate<String> leftOut, String content) {
        List<String> parts = new ArrayList<>();
        for (String line : content.split("\n", -1)) {
            Matcher label = LABEL.matcher(line);
            int start = label.find() ? label.end() : 0;
            String sentences = Stream.of(line.substring(start).split(ELLIPSIS, -1))
                    .map(String::strip)
                    .filter(sentence -> !sentence.isEmpty() && !leftOut.test(sentence))
                    .collect(Collectors.joining(ELLIPSIS));
            if (!sentences.isEmpty()) {
                parts.add(line.substring(0, start) + sentences);
            }
        }
        return String.join(" ", parts);
    }

    /** The text without the speakers at the heads of its lines, whose roles would be its most frequent words. */
    static String withoutLabels(String text) {
        return LABEL.matcher(text).replaceAll("");
    }

    /** A segment's marker, with the level to ask for; the title has no brackets and arrows. */
    static String marker(String title, Level level, String id) {
        return "[" + title + " " + SIGN + level.number() + ":" + id + "]";
    }

    /** The text with its markers made harmless: what a model wrote must not pass for a segment's marker. */
    static String withoutMarkers(String text) {
        return text.replace(SIGN, "-> L");
    }

    /** The ids of the segments that a text names by markers, in order. */
    static Stream<String> namedIn(String text) {
        return MARKER.matcher(text).results().map(marker -> marker.group(2));
    }

    /** The id of the segment in the marker at the end of a state's line; empty if there is none. */
    static String idOf(String line) {
        Matcher marker = LAST_MARKER.matcher(line);
        return marker.find() ? marker.group(2) : "";
    }

    /** The level of a state's line by the marker at its end, which names the next finer one; the coarsest if there is none. */
    static Level levelOf(String line) {
        Matcher marker = LAST_MARKER.matcher(line);
        return switch (marker.find() ? marker.group(1) : "") {
            case "0" -> Level.DETAILED;
            case "1" -> Level.BRIEF;
            default -> Level.TAGS;
        };
    }
}
