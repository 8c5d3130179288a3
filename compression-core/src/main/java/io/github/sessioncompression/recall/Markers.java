package io.github.sessioncompression.recall;

import io.github.sessioncompression.text.Letters;
import java.util.LinkedHashSet;
import java.util.Set;

/** The marks that stand for a segment in a state: {@code [title →L1:id]}. */
final class Markers {
    private static final String SIGN = "→L";
    /** A level, and a colon. */
    private static final int LEVEL_CHARS = 2;

    private static final int MAX_ID_CHARS = 20;
    private static final int MOST = 20;
    private static final Level[] LEVELS = Level.values();

    private Markers() {}

    /**
     * The mark of a segment.
     *
     * @param title what it is about, without brackets and arrows
     * @param level what is to be asked for
     */
    static String of(String title, Level level, String id) {
        return "[" + title + " " + SIGN + level.number() + ":" + id + "]";
    }

    /** A text that names no segment whatever stands in it. */
    static String without(String text) {
        return text.replace(SIGN, "-> L");
    }

    /**
     * The id of the segment that the last mark of a text names.
     *
     * @return empty if it does not end with a mark
     */
    static String last(String text) {
        int at = text.lastIndexOf(SIGN);
        String id = at < 0 ? "" : id(text, at + SIGN.length());
        return text.length() == at + SIGN.length() + LEVEL_CHARS + id.length() + 1 && text.endsWith("]") ? id : "";
    }

    /** The level of the text that ends with a mark: the next coarser one than what the mark names. */
    static Level toldBefore(String text) {
        int named = text.charAt(text.lastIndexOf(SIGN) + SIGN.length()) - '0';
        return LEVELS[Math.min(named + 1, LEVELS.length - 1)];
    }

    /** The ids of the segments that a text names, in its order. Takes linear time. */
    static Set<String> in(String text) {
        Set<String> ids = new LinkedHashSet<>();
        int at = text.indexOf(SIGN);
        while (at >= 0 && ids.size() < MOST) {
            String id = id(text, at + SIGN.length());
            if (!id.isEmpty()) {
                ids.add(id);
            }
            at = text.indexOf(SIGN, at + SIGN.length());
        }
        return ids;
    }

    private static String id(String text, int at) {
        int start = at + LEVEL_CHARS;
        if (start > text.length() || !Letters.isDigit(text.charAt(at)) || text.charAt(at + 1) != ':') {
            return "";
        }
        int end = start;
        while (end < text.length() && end - start < MAX_ID_CHARS && isOfId(text.charAt(end))) {
            end++;
        }
        return text.substring(start, end);
    }

    private static boolean isOfId(char c) {
        return Letters.isDigit(c) || (c >= 'a' && c <= 'z');
    }
}
