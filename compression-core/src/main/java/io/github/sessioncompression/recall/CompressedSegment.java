package io.github.sessioncompression.recall;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
    private static final String ELLIPSIS = " … ";
    /** A speaker without a name at the head of a line. */
    private static final Pattern LABEL =
            Pattern.compile("(?im)^(?:user|assistant|tool [^\\s:]{1,40})(?:, [^:\n]{1,40})?: ");

    private static final int MIN_VALUE_CHARS = 3;
    private static final int MAX_VALUE_CHARS = 100;
    /** Signs that join the parts of a value. */
    private static final String JOINTS = "-_./:@#+";

    private static final String SIGN = "→L";
    private static final Pattern MARKER = Pattern.compile(SIGN + "([0-9]):([0-9a-z]{1,20})");
    private static final Pattern LAST_MARKER = Pattern.compile(MARKER.pattern() + "]\\z");

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

    /**
     * One line of a state: the content and the marker.
     *
     * @param isInState true for a sentence that the state has already, which is left out
     */
    public String line(Predicate<String> isInState) {
        return level == Level.TAGS ? marker : (without(isInState, content) + ' ' + marker).strip();
    }

    /** A level's text as one line, without certain sentences and speakers left without one. */
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

    static String withoutLabels(String text) {
        return LABEL.matcher(text).replaceAll("");
    }

    /** A segment's marker, with the level to ask for; the title has no brackets and arrows. */
    static String marker(String title, Level level, String id) {
        return "[" + title + " " + SIGN + level.number() + ":" + id + "]";
    }

    /** The text with its markers made harmless. */
    static String withoutMarkers(String text) {
        return text.replace(SIGN, "-> L");
    }

    /** The ids of the segments that a text names by markers, in order. */
    static Stream<String> namedIn(String text) {
        return MARKER.matcher(text).results().map(marker -> marker.group(2));
    }

    /** The id of the segment in the marker at the end of a state's line; empty if there is none. */
    public static String idOfLine(String line) {
        Matcher marker = LAST_MARKER.matcher(line);
        return marker.find() ? marker.group(2) : "";
    }

    /** The level of a state's line by the marker at its end, which names the next finer one; the coarsest if there is none. */
    public static Level levelOfLine(String line) {
        Matcher marker = LAST_MARKER.matcher(line);
        return switch (marker.find() ? marker.group(1) : "") {
            case "0" -> Level.DETAILED;
            case "1" -> Level.BRIEF;
            default -> Level.TAGS;
        };
    }

    /** The values in a text, in order: runs of letters, digits and joining signs that have a digit and three characters or more. */
    public static List<String> values(String text) {
        Set<String> values = new LinkedHashSet<>();
        int start = -1;
        int end = 0; // behind the last letter or digit
        boolean digit = false;
        for (int i = 0; i <= text.length(); ) {
            int c = i < text.length() ? text.codePointAt(i) : ' ';
            if (Character.isLetterOrDigit(c)) {
                start = start < 0 ? i : start;
                end = i + Character.charCount(c);
                digit |= c < 0x10000 && Character.isDigit(c);
            } else if (start >= 0 && JOINTS.indexOf(c) < 0) {
                if (digit && end - start >= MIN_VALUE_CHARS && end - start <= MAX_VALUE_CHARS) {
                    values.add(text.substring(start, end));
                }
                start = -1;
                digit = false;
            }
            i += Character.charCount(c);
        }
        return List.copyOf(values);
    }
}
