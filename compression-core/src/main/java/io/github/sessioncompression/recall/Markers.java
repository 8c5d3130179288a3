package io.github.sessioncompression.recall;

import io.github.sessioncompression.recall.CompressedSegment.Level;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The markers that stand for segments in a state: {@code [title →L1:id]}. Linear time. */
final class Markers {
    private static final String SIGN = "→L";
    private static final Pattern MARKER = Pattern.compile(SIGN + "([0-9]):([0-9a-z]{1,20})");
    private static final Pattern LAST = Pattern.compile(MARKER.pattern() + "]\\z");
    private static final int MAX_IDS = 20;

    private Markers() {}

    /**
     * A segment's marker.
     *
     * @param title without brackets and arrows
     * @param level the level to ask for
     */
    static String of(String title, Level level, String id) {
        return "[" + title + " " + SIGN + level.number() + ":" + id + "]";
    }

    /** The text with its markers made harmless. */
    static String without(String text) {
        return text.replace(SIGN, "-> L");
    }

    /** The id in the marker at the end of a text; empty if there is none. */
    static String last(String text) {
        Matcher marker = LAST.matcher(text);
        return marker.find() ? marker.group(2) : "";
    }

    /** The level of a text by the marker at its end, which names the next finer one; the coarsest if there is none. */
    static Level shownBefore(String text) {
        Matcher marker = LAST.matcher(text);
        return switch (marker.find() ? marker.group(1) : "") {
            case "0" -> Level.DETAILED;
            case "1" -> Level.BRIEF;
            default -> Level.TAGS;
        };
    }

    /** The ids of the segments that a text names, in order. */
    static Set<String> in(String text) {
        Set<String> ids = new LinkedHashSet<>();
        Matcher marker = MARKER.matcher(text);
        while (ids.size() < MAX_IDS && marker.find()) {
            ids.add(marker.group(2));
        }
        return ids;
    }
}
