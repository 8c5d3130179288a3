package io.github.sessioncompression.model;

import io.github.sessioncompression.state.StateEnvelope;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads the segment summaries of an answer. A part that is wrong is left out.
 *
 * <p>Texts that pass are of limited size and on one line, cannot close a tag, and are no placeholders. Immutable.
 */
final class SegmentSummaryReader {
    private static final int MOST_OBJECTS = 32;

    private static final int MOST_TITLE = 60;
    private static final int MOST_DETAILED = 2_400;
    private static final int MOST_BRIEF = 480;
    private static final int MOST_TAGS = 8;
    private static final int MOST_TAG = 40;
    private static final String CUT = "…";

    private final PlaceholderTexts placeholders;

    SegmentSummaryReader(PlaceholderTexts placeholders) {
        this.placeholders = placeholders;
    }

    /**
     * Summary of one segment; a missing text is empty.
     *
     * @param number the segment's number in the answer, -1 if there was none
     */
    record Read(int number, String title, String detailed, String brief, List<String> tags) {}

    /** Reads the summaries in {@code field}, in their order. */
    List<Read> read(@Nullable Object field) {
        List<?> elements = field instanceof List<?> list ? list : field == null ? List.of() : List.of(field);
        List<Read> read = new ArrayList<>();
        for (Object element : elements.subList(0, Math.min(MOST_OBJECTS, elements.size()))) {
            if (element instanceof Map<?, ?> object) {
                Read told = read(object);
                if (!told.detailed().isEmpty() || !told.brief().isEmpty()) {
                    read.add(told);
                }
            }
        }
        return read;
    }

    private Read read(Map<?, ?> object) {
        return new Read(
                number(object.get(SegmentField.NUMBER)),
                text(object.get(SegmentField.TITLE), MOST_TITLE),
                text(object.get(SegmentField.DETAILED), MOST_DETAILED),
                text(object.get(SegmentField.BRIEF), MOST_BRIEF),
                tags(object.get(SegmentField.TAGS)));
    }

    private static int number(@Nullable Object value) {
        if (value instanceof Long number && number >= 0 && number <= MOST_OBJECTS) {
            return number.intValue();
        }
        return value instanceof String text && text.strip().matches("[0-9]{1,2}") ? Integer.parseInt(text.strip()) : -1;
    }

    private List<String> tags(@Nullable Object value) {
        List<?> given = value instanceof List<?> list
                ? list
                : value instanceof String text && text.length() <= MOST_TAGS * MOST_TAG
                        ? List.of(text.split(",", MOST_TAGS))
                        : List.of();
        Set<String> tags = new LinkedHashSet<>();
        for (Object tag : given.subList(0, Math.min(MOST_OBJECTS, given.size()))) {
            String text = text(tag, MOST_TAG);
            if (!text.isEmpty() && !text.endsWith(CUT) && tags.size() < MOST_TAGS) {
                tags.add(text);
            }
        }
        return List.copyOf(tags);
    }

    /** A text of at most {@code most} characters; empty if it says nothing, or is no text. */
    private String text(@Nullable Object value, int most) {
        if (!(value instanceof String whole) || whole.isBlank()) {
            return "";
        }
        // Twice as much, since white space goes.
        String text = CodePoints.clean(head(whole, 2 * most));
        text = text.strip().replaceAll("[\\s\\u0085\\u2028\\u2029]+", " ");
        boolean says =
                placeholders.says(text) && !PlaceholderTexts.isRefusal(List.of(text)) && !StateEnvelope.holds(text);
        return says ? Fence.escape(ended(text, whole.length() > 2 * most, most)) : "";
    }

    /** The beginning of a text up to the end of a sentence or a word. */
    private static String ended(String text, boolean isCut, int most) {
        if (!isCut && text.length() <= most) {
            return text;
        }
        String head = head(text, most - CUT.length());
        int end = Math.max(head.lastIndexOf(". "), Math.max(head.lastIndexOf('。'), head.lastIndexOf(' ')));
        return (end > head.length() / 2 ? head.substring(0, end + 1).strip() : head) + CUT;
    }

    private static String head(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        return text.substring(0, Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most);
    }
}
