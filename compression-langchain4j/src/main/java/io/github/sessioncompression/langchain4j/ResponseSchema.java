package io.github.sessioncompression.langchain4j;

import dev.langchain4j.model.chat.request.json.JsonArraySchema;
import dev.langchain4j.model.chat.request.json.JsonBooleanSchema;
import dev.langchain4j.model.chat.request.json.JsonEnumSchema;
import dev.langchain4j.model.chat.request.json.JsonIntegerSchema;
import dev.langchain4j.model.chat.request.json.JsonNumberSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import io.github.sessioncompression.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Translates a JSON Schema into LangChain4j's elements.
 *
 * <p>Element by element and not as a {@code JsonRawSchema}, because every provider's client understands the elements and not
 * every one the raw text. Objects get all their fields required and no others allowed, which is what strict modes demand.
 */
final class ResponseSchema {
    private ResponseSchema() {}

    /**
     * The schema of that name.
     *
     * @throws IllegalArgumentException if {@code jsonSchema} is not an object of texts, enumerations, numbers, flags, objects
     *     and arrays of those
     */
    static JsonSchema of(String name, String jsonSchema) {
        return JsonSchema.builder()
                .name(name)
                .rootElement(object(Json.parseObject(jsonSchema)))
                .build();
    }

    private static JsonSchemaElement element(Map<?, ?> schema) {
        String description = description(schema);
        if (schema.get("enum") instanceof List<?> values) {
            return JsonEnumSchema.builder()
                    .description(description)
                    .enumValues(values.stream().map(String::valueOf).toList())
                    .build();
        }
        return switch (String.valueOf(schema.get("type"))) {
            case "object" -> object(schema);
            case "array" ->
                JsonArraySchema.builder()
                        .description(description)
                        .items(element(members(schema.get("items"))))
                        .build();
            case "string" -> JsonStringSchema.builder().description(description).build();
            case "integer" ->
                JsonIntegerSchema.builder().description(description).build();
            case "number" -> JsonNumberSchema.builder().description(description).build();
            case "boolean" ->
                JsonBooleanSchema.builder().description(description).build();
            default ->
                throw new IllegalArgumentException("a response schema can't have the type " + schema.get("type"));
        };
    }

    /** An object; all its fields are required unless it lists the required ones. */
    static JsonObjectSchema object(Map<?, ?> schema) {
        JsonObjectSchema.Builder object = JsonObjectSchema.builder().description(description(schema));
        List<String> names = new ArrayList<>();
        members(schema.get("properties")).forEach((name, property) -> {
            names.add(String.valueOf(name));
            object.addProperty(String.valueOf(name), element(members(property)));
        });
        if (schema.get("required") instanceof List<?> required) {
            names.retainAll(required);
        }
        return object.required(names).additionalProperties(false).build();
    }

    private static Map<?, ?> members(@Nullable Object value) {
        if (value instanceof Map<?, ?> members) {
            return members;
        }
        throw new IllegalArgumentException("a response schema has no object where one is due");
    }

    private static @Nullable String description(Map<?, ?> schema) {
        return schema.get("description") instanceof String text ? text : null;
    }
}
