package io.github.sessioncompression.model;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.SegmentSummary;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.survival.Grounding;
import io.github.sessioncompression.text.Letters;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the summaries of segments beside a state, and grounds each in the messages of its segment.
 *
 * <p>What is wrong is left out. Texts are of limited size and on one line, cannot close a tag, and are no placeholders. Immutable.
 */
record SegmentReader(CompileRequest request, SegmentField segments, PlaceholderTexts placeholders) {
    private static final int MOST_TITLE = 60;
    private static final int MOST_DETAILED = 2_400;
    private static final int MOST_BRIEF = 480;
    private static final int MOST_TAGS = 8;
    private static final int MOST_TAG = 40;

    /** Names of speakers, which every summary may use. */
    private static final String SPEAKERS = "User Assistant Tool Chat Conversation Segment";

    /** The summaries in a field of an answer, oldest first, one for each segment at most. */
    List<SegmentSummary> read(@Nullable Object field) {
        List<SegmentSummary> summaries = new ArrayList<>();
        Set<Long> read = new HashSet<>();
        for (Object element : field instanceof List<?> list ? list : List.of()) {
            if (element instanceof Map<?, ?> summary
                    && summary.get(SegmentField.NUMBER) instanceof Long number
                    && !segments.sources(number).isEmpty()
                    && read.add(number)) {
                SegmentSummary grounded = grounded(summary, segments.sources(number));
                if (!grounded.detailed().isEmpty() || !grounded.brief().isEmpty()) {
                    summaries.add(grounded);
                }
            }
        }
        summaries.sort(Comparator.comparing(summary -> summary.sources().get(0)));
        return List.copyOf(summaries);
    }

    private SegmentSummary grounded(Map<?, ?> summary, List<Long> sources) {
        Map<String, List<String>> said = new LinkedHashMap<>();
        said.put(SegmentField.TITLE, List.of(text(summary.get(SegmentField.TITLE), MOST_TITLE)));
        said.put(SegmentField.DETAILED, List.of(text(summary.get(SegmentField.DETAILED), MOST_DETAILED)));
        said.put(SegmentField.BRIEF, List.of(text(summary.get(SegmentField.BRIEF), MOST_BRIEF)));
        said.put(SegmentField.TAGS, tags(summary.get(SegmentField.TAGS)));
        List<Entry> messages = request.span().stream()
                .filter(entry -> sources.contains(entry.sequence()))
                .toList();
        CompileRequest own = new CompileRequest(request.schema(), messages, null, null, request.maxTokens());
        StateDocument grounded =
                Grounding.of(StateDocument.ofTexts(said), own, SPEAKERS).state();
        return new SegmentSummary(
                sources,
                grounded.text(SegmentField.TITLE),
                grounded.text(SegmentField.DETAILED),
                grounded.text(SegmentField.BRIEF),
                grounded.texts(SegmentField.TAGS));
    }

    private List<String> tags(@Nullable Object value) {
        Stream<?> given = value instanceof List<?> list ? list.stream() : Stream.of();
        return given.filter(tag -> tag instanceof String text && text.length() <= MOST_TAG)
                .map(tag -> text(tag, MOST_TAG))
                .filter(tag -> !tag.isEmpty())
                .distinct()
                .limit(MOST_TAGS)
                .toList();
    }

    /** A text of at most {@code most} characters; empty if it says nothing, or is no text. */
    private String text(@Nullable Object value, int most) {
        String text = value instanceof String whole ? Letters.head(whole, most) : "";
        text = CodePoints.clean(text).strip().replaceAll("[\\s\\u0085\\u2028\\u2029]+", " ");
        boolean says =
                placeholders.says(text) && !PlaceholderTexts.isRefusal(List.of(text)) && !StateEnvelope.holds(text);
        return says ? Fence.escape(text) : "";
    }
}
