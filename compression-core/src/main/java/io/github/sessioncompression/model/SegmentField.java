package io.github.sessioncompression.model;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.state.StateDocument;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Segments of a span that a model summarizes in the same answer as the state, numbered from 1, the oldest.
 *
 * <p>Each of their messages carries its segment's number. The answer has one more field, the last, so that an answer that is cut off in it
 * still has a whole state. No schema has a field of that name. Immutable.
 */
final class SegmentField {
    /** The field of the answer. */
    static final String FIELD = StateDocument.SEGMENTS;

    static final String NUMBER = "segment";
    static final String TITLE = "title";
    static final String DETAILED = "detailed";
    static final String BRIEF = "brief";
    static final String TAGS = "tags";

    static final SegmentField NONE = new SegmentField(List.of());

    /** Tokens of one summary in an answer. */
    private static final int TOKENS_EACH = 240;

    private static final String INSTRUCTION =
            "One object for each segment of the new messages, which are the messages that carry the same segment number:"
                    + " \"segment\", that number; \"title\", what it is about in at most six words; \"detailed\", three to six"
                    + " sentences on what was said and came of it, with names and values literally; \"brief\", the most of that"
                    + " in one sentence; \"tags\", up to eight names, values or words by which it is found again. Each only from"
                    + " the messages of its own segment. Written last; the size limit below does not count it.";

    private final Map<Long, Integer> numbers = new HashMap<>();
    private final int size;

    SegmentField(List<List<Long>> segments) {
        this.size = segments.size();
        for (int i = 0; i < size; i++) {
            for (long sequence : segments.get(i)) {
                numbers.put(sequence, i + 1);
            }
        }
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Number of the segment that a message is in; 0 if it is in none. */
    int number(long sequence) {
        return numbers.getOrDefault(sequence, 0);
    }

    /** The segments' parts among these messages, by their numbers. */
    SortedMap<Integer, List<Long>> among(List<Long> sequences) {
        SortedMap<Integer, List<Long>> parts = new TreeMap<>();
        for (long sequence : sequences) {
            if (number(sequence) > 0) {
                parts.computeIfAbsent(number(sequence), number -> new ArrayList<>())
                        .add(sequence);
            }
        }
        return parts;
    }

    /** Tokens of all summaries in an answer. */
    int outputTokens() {
        return size * TOKENS_EACH;
    }

    /** The prompt's line about the field, behind those about the schema's fields. */
    static String line() {
        return "\n- \"" + FIELD + "\" (array of objects): " + INSTRUCTION;
    }

    /** A state's JSON Schema with the field as the last one. */
    static String schema(String stateSchema) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>(Json.parseObject(stateSchema));
        Map<String, @Nullable Object> properties = new LinkedHashMap<>();
        if (object.get("properties") instanceof Map<?, ?> own) {
            own.forEach((name, property) -> properties.put(String.valueOf(name), property));
        }
        Map<String, @Nullable Object> field = new LinkedHashMap<>();
        field.put("type", "array");
        field.put("items", element());
        field.put("description", INSTRUCTION);
        properties.put(FIELD, field);
        object.put("properties", properties);
        object.put("required", List.copyOf(properties.keySet()));
        return Json.write(object);
    }

    private static Map<String, @Nullable Object> element() {
        Map<String, @Nullable Object> text = Map.of("type", "string");
        Map<String, @Nullable Object> texts = new LinkedHashMap<>();
        texts.put("type", "array");
        texts.put("items", text);
        Map<String, @Nullable Object> properties = new LinkedHashMap<>();
        properties.put(NUMBER, Map.of("type", "integer"));
        properties.put(TITLE, text);
        properties.put(DETAILED, text);
        properties.put(BRIEF, text);
        properties.put(TAGS, texts);
        Map<String, @Nullable Object> element = new LinkedHashMap<>();
        element.put("type", "object");
        element.put("properties", properties);
        element.put("required", List.copyOf(properties.keySet()));
        element.put("additionalProperties", false);
        return element;
    }
}
