package io.github.sessioncompression.model;

import io.github.sessioncompression.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A list that the answer has beside the fields of the state: summaries of segments ({@link SegmentField}) or facts about the user
 * ({@link UserFacts}). They come in the same answer as the state, because a call of their own would read all messages again.
 */
final class AnswerField {
    private AnswerField() {}

    /**
     * A JSON Schema with one more required list at its end; unchanged if it is not the schema of an object.
     *
     * @param items schema of an element
     * @param description what the model writes into the list
     */
    static String added(String schema, String name, Map<String, ?> items, String description) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>(Json.parseObject(schema));
        if (!(object.get("properties") instanceof Map<?, ?> fields)) {
            return schema;
        }
        Map<String, @Nullable Object> list = new LinkedHashMap<>();
        list.put("type", "array");
        list.put("items", items);
        list.put("description", description);
        Map<Object, @Nullable Object> properties = new LinkedHashMap<>(fields);
        properties.put(name, list);
        object.put("properties", properties);
        // Providers that enforce a schema strictly, such as OpenAI, demand that each property is a required one.
        object.put("required", List.copyOf(properties.keySet()));
        return Json.write(object);
    }
}
