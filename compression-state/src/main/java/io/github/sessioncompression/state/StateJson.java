package io.github.sessioncompression.state;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.json.JsonSyntaxException;
import io.github.sessioncompression.state.StateField.Shape;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * States as JSON, and the JSON Schema of a state.
 *
 * <p>Three forms, which must not be confused:
 * <ul>
 *   <li>{@link #write} and {@link #read}: texts alone, by field, as a request shows them and a model answers. Sources
 *       and writers are lost.
 *   <li>{@link #writeItems} and {@link #readItems}: everything that is known of each item, for stores; versioned.
 *   <li>{@link #jsonSchema}: the schema that a model answers under.
 * </ul>
 *
 * <p><em>Does nothing when</em> a field is missing or unknown: it is empty or ignored, so a state survives a schema
 * that grew. <em>Threads</em>: has no state. <em>On failure</em>: {@link IllegalArgumentException} without a word of
 * the content, which may be confidential.
 *
 * @see StateEnvelope
 */
public final class StateJson {
    /** Version of the form for stores. */
    private static final long VERSION = 1;
    /** Longest state that is read from a store, in UTF-16 units; a bound on memory. */
    private static final int MAX_CHARACTERS = 32_000_000;
    /** Fields of a stored state at most: a schema has 16, and seven are beside it. */
    private static final int MAX_FIELDS = 64;
    /** Items of a stored state at most. */
    private static final int MAX_ITEMS = 10_000;

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
        for (String name : StateDocument.SHOWN_BESIDE) {
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
        StateDocument state = schema.document(fields, StateItem.Writer.UNKNOWN);
        for (String name : StateDocument.SHOWN_BESIDE) {
            Map<String, List<String>> beside = Map.of(name, texts(name, Shape.LIST, values.get(name)));
            state = state.with(name, StateDocument.ofTexts(beside).items(name));
        }
        return state;
    }

    /** Writes a state with everything that is known of its items, for stores. Equal input gives equal bytes. */
    public static String writeItems(StateDocument state) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>(state.fields());
        fields.replaceAll(
                (name, of) -> state.items(name).stream().map(StateJson::json).toList());
        Map<String, @Nullable Object> document = new LinkedHashMap<>();
        document.put("version", VERSION);
        document.put("fields", fields);
        return Json.write(document);
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
        if (json.length() > MAX_CHARACTERS) {
            throw new IllegalArgumentException(
                    "a state must have at most " + MAX_CHARACTERS + " characters, but has " + json.length());
        }
        Map<String, @Nullable Object> document = parsed(json);
        if (!Long.valueOf(VERSION).equals(document.get("version"))) {
            throw new IllegalArgumentException("the version of a state must be " + VERSION);
        }
        if (!(document.get("fields") instanceof Map<?, ?> fields) || fields.size() > MAX_FIELDS) {
            throw new IllegalArgumentException("the fields of a state must be an object of at most " + MAX_FIELDS);
        }
        Map<String, List<StateItem>> read = new LinkedHashMap<>();
        int left = MAX_ITEMS;
        for (Map.Entry<?, ?> field : fields.entrySet()) {
            if (!(field.getValue() instanceof List<?> items)) {
                throw new IllegalArgumentException("a field must be an array of items");
            }
            left -= items.size();
            if (left < 0) {
                throw new IllegalArgumentException("a state must have at most " + MAX_ITEMS + " items");
            }
            read.put(String.valueOf(field.getKey()), items(items));
        }
        return new StateDocument(read);
    }

    private static Map<String, @Nullable Object> json(StateItem item) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("text", item.text());
        json.put("kind", lower(item.kind()));
        json.put("sources", item.sources());
        json.put("origin", lower(item.origin()));
        json.put("writer", lower(item.writer()));
        if (!item.notes().isEmpty()) {
            json.put("notes", item.notes());
        }
        if (!item.worths().isEmpty()) {
            json.put("worths", item.worths());
        }
        return json;
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** The items of a field; those with a blank text are left out. */
    private static List<StateItem> items(List<?> list) {
        List<StateItem> read = new ArrayList<>(list.size());
        for (Object element : list) {
            if (!(element instanceof Map<?, ?> item) || !(item.get("text") instanceof String text)) {
                throw new IllegalArgumentException("an item must be an object with a text");
            }
            if (!text.isBlank()) {
                List<Integer> worths = numbers(item.get("worths")).stream()
                        .map(worth -> (int) Math.max(0, Math.min(StateItem.MAX_WORTH, worth)))
                        .toList();
                read.add(new StateItem(
                        text,
                        constant(item.get("kind"), StateItem.Kind.FACT),
                        numbers(item.get("sources")),
                        constant(item.get("origin"), StateItem.Origin.UNKNOWN),
                        constant(item.get("writer"), StateItem.Writer.UNKNOWN),
                        list(item.get("notes")).stream().map(StateJson::numbers).toList(),
                        worths));
            }
        }
        return read;
    }

    /** The constant of that name; a name that a later release may have added counts as {@code otherwise}. */
    private static <E extends Enum<E>> E constant(@Nullable Object name, E otherwise) {
        return EnumSet.allOf(otherwise.getDeclaringClass()).stream()
                .filter(constant -> lower(constant).equals(name))
                .findFirst()
                .orElse(otherwise);
    }

    /**
     * The whole numbers of an array; none if it is missing.
     *
     * @throws IllegalArgumentException if it is no array of whole numbers
     */
    private static List<Long> numbers(@Nullable Object json) {
        List<?> list = list(json);
        if (!list.stream().allMatch(Long.class::isInstance)) {
            throw new IllegalArgumentException("the numbers of an item must be whole");
        }
        return list.stream().map(Long.class::cast).toList();
    }

    private static List<?> list(@Nullable Object json) {
        if (json != null && !(json instanceof List<?>)) {
            throw new IllegalArgumentException("the numbers of an item must be an array");
        }
        return json == null ? List.of() : (List<?>) json;
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

    /** The JSON Schema of a field. */
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

    /**
     * The texts of a field as its shape demands; none if it is missing.
     *
     * @throws IllegalArgumentException if the value has another shape; the message names the field
     */
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
