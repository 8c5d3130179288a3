package io.github.sessioncompression.model;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.state.StateDocument;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Segments of a span that a model summarizes in the same answer as the state, numbered from 1, the oldest.
 *
 * <p>Each of their messages carries its segment's number, and the answer has one more field, the last. Immutable.
 */
final class SegmentField {
    static final String FIELD = StateDocument.SEGMENTS;

    static final String NUMBER = "segment";
    static final String TITLE = "title";
    static final String DETAILED = "detailed";
    static final String BRIEF = "brief";
    static final String TAGS = "tags";

    static final SegmentField NONE = new SegmentField(List.of());
    private static final int TOKENS_EACH = 240;

    private static final String INSTRUCTION =
            "One object for each segment of the new messages, which are the messages that carry the same segment number:"
                    + " \"segment\", that number; \"title\", what it is about in at most six words; \"detailed\", three to six"
                    + " sentences on what was said and came of it, with names and values literally; \"brief\", the most of that"
                    + " in one sentence; \"tags\", up to eight names, values or words by which it is found again. Each only from"
                    + " the messages of its own segment. Written last; the size limit below does not count it.";

    private static final String SUMMARY_SCHEMA =
            """
            {"type":"object","properties":{"segment":{"type":"integer"},"title":{"type":"string"},"detailed":{"type":"string"},
            "brief":{"type":"string"},"tags":{"type":"array","items":{"type":"string"}}},
            "required":["segment","title","detailed","brief","tags"],"additionalProperties":false}""";

    private final List<List<Long>> segments;
    private final Map<Long, Integer> numbers = new HashMap<>();

    SegmentField(List<List<Long>> segments) {
        this.segments = segments;
        for (int i = 0; i < segments.size(); i++) {
            for (long sequence : segments.get(i)) {
                numbers.put(sequence, i + 1);
            }
        }
    }

    boolean isEmpty() {
        return segments.isEmpty();
    }

    /** Number of the segment that a message is in; 0 if it is in none. */
    int number(long sequence) {
        return numbers.getOrDefault(sequence, 0);
    }

    /** Sequence numbers of a segment's messages; empty if there is none of that number. */
    List<Long> sources(long number) {
        return number < 1 || number > segments.size() ? List.of() : segments.get((int) number - 1);
    }

    int outputTokens() {
        return segments.size() * TOKENS_EACH;
    }

    /** The prompt's line about the field; empty without segments. */
    String line() {
        return isEmpty() ? "" : "\n- \"" + FIELD + "\" (array of objects): " + INSTRUCTION;
    }

    /** A state's JSON Schema with the field as the last one. */
    String schema(String stateSchema) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>(Json.parseObject(stateSchema));
        if (isEmpty() || !(object.get("properties") instanceof Map<?, ?> ofState)) {
            return stateSchema;
        }
        Map<Object, @Nullable Object> properties = new LinkedHashMap<>(ofState);
        Map<String, @Nullable Object> field = new LinkedHashMap<>();
        field.put("type", "array");
        field.put("items", Json.parseObject(SUMMARY_SCHEMA));
        field.put("description", INSTRUCTION);
        properties.put(FIELD, field);
        object.put("properties", properties);
        object.put("required", List.copyOf(properties.keySet()));
        return Json.write(object);
    }
}
