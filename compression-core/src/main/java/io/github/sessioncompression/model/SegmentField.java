package io.github.sessioncompression.model;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.state.CompileRequest;
import io.github.sessioncompression.state.SegmentSummary;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.survival.Grounding;
import io.github.sessioncompression.text.Letters;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Segments of a span that a model summarizes in the same answer as the state, numbered from 1, the oldest.
 *
 * <p>Each of their messages carries its segment's number, and the answer has one more field, the last. Each summary in it is grounded in the
 * messages of its segment, and what is wrong is left out: texts are of limited size and on one line, cannot close a tag, and are no
 * placeholders. Immutable.
 *
 * <p>An element of the field, as the model writes it:
 * <pre>{@code
 * {"segment": 2, "title": "Refund of order 4711", "detailed": "...", "brief": "...", "tags": ["4711", "refund"]}
 * }</pre>
 * A summary with neither {@code detailed} nor {@code brief} is dropped, and so is a second one of the same segment; a segment
 * without a summary keeps what the caller makes of it without a model.
 */
final class SegmentField {
    static final String FIELD = StateDocument.SEGMENTS;

    static final String NUMBER = "segment";
    private static final String TITLE = "title";
    private static final String DETAILED = "detailed";
    private static final String BRIEF = "brief";
    private static final String TAGS = "tags";

    /** Output tokens of one summary. */
    private static final int TOKENS_EACH = 240;

    // Most characters of each text, and most tags.
    private static final int MOST_TITLE = 60;
    private static final int MOST_DETAILED = 2_400;
    private static final int MOST_BRIEF = 480;
    private static final int MOST_TAGS = 8;
    private static final int MOST_TAG = 40;

    /** Names of speakers, which every summary may use. */
    private static final String SPEAKERS = "User Assistant Tool Chat Conversation Segment";

    private static final String INSTRUCTION =
            "One object for each segment of the new messages, which are the messages after the line \"¶ segment\" with its"
                    + " number: \"segment\", that number; \"title\", what it is about in at most six words; \"detailed\", three to six"
                    + " sentences on what was said and came of it, with names and values literally; \"brief\", the most of that"
                    + " in one sentence; \"tags\", up to eight names, values or words by which it is found again. Each only from"
                    + " the messages of its own segment. Written last; the size limit below does not count it.";

    private static final String SUMMARY_SCHEMA =
            """
            {"type":"object","properties":{"segment":{"type":"integer"},"title":{"type":"string"},"detailed":{"type":"string"},
            "brief":{"type":"string"},"tags":{"type":"array","items":{"type":"string"}}},
            "required":["segment","title","detailed","brief","tags"],"additionalProperties":false}""";

    private final CompileRequest request;
    /** Sequence numbers of each segment's messages. */
    private final List<List<Long>> segments;

    private final PlaceholderTexts placeholders;
    /** Number of the segment of each message that is in one, by sequence number. */
    private final Map<Long, Integer> numbers = new HashMap<>();

    SegmentField(CompileRequest request) {
        this.request = request;
        this.segments = request.segments();
        this.placeholders = new PlaceholderTexts(request.schema());
        for (int i = 0; i < segments.size(); i++) {
            for (long sequence : segments.get(i)) {
                numbers.put(sequence, i + 1);
            }
        }
    }

    /** The field if none of the segments is asked for. */
    SegmentField none() {
        return new SegmentField(request.withSegments(List.of()));
    }

    /** Number of the segment that a message is in; 0 if it is in none. */
    int number(long sequence) {
        return numbers.getOrDefault(sequence, 0);
    }

    /** Sequence numbers of a segment's messages; empty if there is none of that number. */
    List<Long> sources(long number) {
        return number < 1 || number > segments.size() ? List.of() : segments.get((int) number - 1);
    }

    /** Output tokens that the summaries add to those of the state. */
    int outputTokens() {
        return segments.size() * TOKENS_EACH;
    }

    /** The prompt's line about the field; empty without segments. */
    String line() {
        return segments.isEmpty() ? "" : "\n- \"" + FIELD + "\" (array of objects): " + INSTRUCTION;
    }

    /** A state's JSON Schema with the field as the last one. */
    String schema(String stateSchema) {
        return segments.isEmpty()
                ? stateSchema
                : AnswerField.added(stateSchema, FIELD, Json.parseObject(SUMMARY_SCHEMA), INSTRUCTION);
    }

    /** The summaries in a field of an answer, oldest first, one for each segment at most. */
    List<SegmentSummary> read(@Nullable Object field) {
        List<SegmentSummary> summaries = new ArrayList<>();
        Set<Long> read = new HashSet<>();
        for (Object element : field instanceof List<?> list ? list : List.of()) {
            if (element instanceof Map<?, ?> summary
                    && summary.get(NUMBER) instanceof Long number
                    && !sources(number).isEmpty()
                    && read.add(number)) {
                SegmentSummary grounded = grounded(summary, sources(number));
                if (!grounded.detailed().isEmpty() || !grounded.brief().isEmpty()) {
                    summaries.add(grounded);
                }
            }
        }
        summaries.sort(Comparator.comparing(summary -> summary.sources().get(0)));
        return List.copyOf(summaries);
    }

    /** The summary without what its own segment's messages do not have, read like a state of four fields. */
    private SegmentSummary grounded(Map<?, ?> summary, List<Long> sources) {
        Map<String, List<String>> said = new LinkedHashMap<>();
        said.put(TITLE, List.of(text(summary.get(TITLE), MOST_TITLE)));
        said.put(DETAILED, List.of(text(summary.get(DETAILED), MOST_DETAILED)));
        said.put(BRIEF, List.of(text(summary.get(BRIEF), MOST_BRIEF)));
        said.put(TAGS, tags(summary.get(TAGS)));
        List<Entry> messages = request.span().stream()
                .filter(entry -> sources.contains(entry.sequence()))
                .toList();
        CompileRequest own = new CompileRequest(request.schema(), messages, null, null, request.maxTokens());
        StateDocument grounded =
                Grounding.of(StateDocument.ofTexts(said), own, SPEAKERS).state();
        return new SegmentSummary(
                sources, grounded.text(TITLE), grounded.text(DETAILED), grounded.text(BRIEF), grounded.texts(TAGS));
    }

    /** The tags that are texts of the permitted length, each once; a longer one is no tag and is dropped rather than cut. */
    private List<String> tags(@Nullable Object value) {
        Stream<?> given = value instanceof List<?> list ? list.stream() : Stream.of();
        return given.filter(tag -> tag instanceof String text && text.length() <= MOST_TAG)
                .map(tag -> text(tag, MOST_TAG))
                .filter(tag -> !tag.isEmpty())
                .distinct()
                .limit(MOST_TAGS)
                .toList();
    }

    /** A text of at most {@code most} characters; empty if it is a placeholder or no text. */
    private String text(@Nullable Object value, int most) {
        String text = value instanceof String whole ? Letters.head(whole, most) : "";
        text = CodePoints.clean(text).strip().replaceAll("[\\s\\u0085\\u2028\\u2029]+", " ");
        boolean says =
                placeholders.says(text) && !PlaceholderTexts.isRefusal(List.of(text)) && !StateEnvelope.holds(text);
        return says ? PromptTags.escape(text) : "";
    }
}
