package io.github.sessioncompression.recall;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The markers that stand for segments in a state: {@code [title →L1:id]}. Linear time. */
final class Markers {
    private static final String SIGN = "→L";
    private static final Pattern MARKER = Pattern.compile(SIGN + "([0-9]):([0-9a-z]{1,20})");
    private static final int MAX_IDS = 20;
    private static final Level[] LEVELS = Level.values();

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
        Matcher marker = MARKER.matcher(text);
        int at = text.lastIndexOf(SIGN);
        return at >= 0
                        && marker.find(at)
                        && marker.start() == at
                        && text.substring(marker.end()).equals("]")
                ? marker.group(2)
                : "";
    }

    /** The level of a text that ends with a marker: one coarser than the level the marker names. */
    static Level shownBefore(String text) {
        int named = text.charAt(text.lastIndexOf(SIGN) + SIGN.length()) - '0';
        return LEVELS[Math.min(named + 1, LEVELS.length - 1)];
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
