package io.github.sessioncompression.state;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.json.JsonSyntaxException;
import io.github.sessioncompression.state.StateField.Shape;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** States as JSON, and the JSON Schema of a state. */
public final class StateJson {
    /** Shown fields beside those of the schema, in the order in which they are shown. */
    private static final List<String> BESIDE = List.of(
            StateDocument.FOUND,
            StateDocument.LEDGER,
            StateDocument.LEFT_OUT,
            StateDocument.SEGMENTS,
            StateDocument.EARLIER);

    private StateJson() {}

    /**
     * Writes a state: compact, every field of the schema always, in the schema's order.
     *
     * <p>A {@link Shape#LIST} field becomes an array, a {@link Shape#TEXT} field a string (several texts are joined by a
     * space). Texts under names that the schema does not have are left out. Equal input gives equal bytes.
     */
    public static String write(StateSchema schema, StateDocument state) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        for (StateField field : schema.fields()) {
            json.put(field.name(), field.shape() == Shape.TEXT ? state.text(field.name()) : state.texts(field.name()));
        }
        for (String name : BESIDE) {
            if (!state.items(name).isEmpty()) {
                json.put(name, state.texts(name));
            }
        }
        return Json.writeEscaped(json);
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * <p>A field that is missing or {@code null} is empty, and unknown fields are ignored, so a state survives a schema
     * that grew.
     *
     * @throws IllegalArgumentException if {@code json} is not a JSON object, or if a field is neither a string nor an array
     *     of strings, as its shape demands; the message quotes no content
     */
    public static StateDocument read(StateSchema schema, String json) {
        Map<String, @Nullable Object> values = parsed(json);
        Map<String, List<String>> fields = new LinkedHashMap<>();
        for (StateField field : schema.fields()) {
            fields.put(field.name(), texts(field.name(), field.shape(), values.get(field.name())));
        }
        StateDocument state = StateDocument.ofTexts(schema, fields, StateItem.Writer.UNKNOWN);
        for (String name : BESIDE) {
            Map<String, List<String>> beside = Map.of(name, texts(name, Shape.LIST, values.get(name)));
            state = state.with(name, StateDocument.ofTexts(beside).items(name));
        }
        return state;
    }

    /** Writes a state with everything that is known of its items, for stores. Equal input gives equal bytes. */
    public static String writeItems(StateDocument state) {
        return ItemsJson.write(state);
    }

    /**
     * Reads what {@link #writeItems} wrote.
     *
     * <p>Unknown members are ignored, and a kind, origin or writer that this release does not know counts as a fact or as
     * unknown. Items with blank texts are left out.
     *
     * @throws IllegalArgumentException if {@code json} is no JSON object of version 1 whose members have the types written, has
     *     more than 32,000,000 characters, 64 fields or 10,000 items, or names a source below 1; the message quotes no content
     */
    public static StateDocument readItems(String json) {
        return ItemsJson.read(json);
    }

    /**
     * The JSON Schema of a state, as compact text: one flat object, all fields required, no others allowed, each described
     * by its {@link StateField#instruction()}.
     *
     * <p>It keeps to what every provider's structured output understands: no references, no unions, no bounds.
     */
    public static String jsonSchema(StateSchema schema) {
        Map<String, @Nullable Object> properties = new LinkedHashMap<>();
        for (StateField field : schema.fields()) {
            properties.put(field.name(), property(field));
        }
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        object.put("type", "object");
        object.put("properties", properties);
        object.put("required", List.copyOf(properties.keySet()));
        object.put("additionalProperties", false);
        return Json.write(object);
    }

    private static Map<String, @Nullable Object> parsed(String json) {
        try {
            return Json.parseObject(json);
        } catch (JsonSyntaxException noObject) {
            throw new IllegalArgumentException("a state must be a JSON object", noObject);
        }
    }

    private static Map<String, @Nullable Object> property(StateField field) {
        Map<String, @Nullable Object> property = new LinkedHashMap<>();
        if (field.shape() == Shape.TEXT) {
            property.put("type", "string");
        } else {
            property.put("type", "array");
            property.put("items", Map.of("type", "string"));
        }
        property.put("description", field.instruction());
        return property;
    }

    private static List<String> texts(String name, Shape shape, @Nullable Object value) {
        if (value == null) {
            return List.of();
        }
        boolean one = shape == Shape.TEXT;
        List<?> list = one ? List.of(value) : value instanceof List<?> given ? given : null;
        if (list == null || !list.stream().allMatch(String.class::isInstance)) {
            throw new IllegalArgumentException(
                    "field '" + name + "' must be " + (one ? "a string" : "an array of strings"));
        }
        return list.stream().map(String.class::cast).toList();
    }
}
