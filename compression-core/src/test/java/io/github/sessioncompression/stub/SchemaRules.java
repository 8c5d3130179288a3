package io.github.sessioncompression.stub;

import static io.github.sessioncompression.stub.Wire.asObject;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** OpenAI's rules for a strict response schema. */
final class SchemaRules {
    private SchemaRules() {}

    /** First violation in {@code schema}, or empty. */
    static Optional<String> objection(Map<String, @Nullable Object> schema) {
        if ("array".equals(schema.get("type"))) {
            return schema.get("items") == null
                    ? Optional.of("Invalid schema: array without items")
                    : objection(asObject(schema.get("items")));
        }
        if (!"object".equals(schema.get("type"))) {
            return schema.get("type") == null && schema.get("anyOf") == null && schema.get("$ref") == null
                    ? Optional.of("Invalid schema: a type is missing")
                    : Optional.empty();
        }
        Map<String, @Nullable Object> properties = asObject(schema.get("properties"));
        if (!Boolean.FALSE.equals(schema.get("additionalProperties"))) {
            return Optional.of("Invalid schema: 'additionalProperties' is required to be supplied and to be false");
        }
        if (!(schema.get("required") instanceof List<?> required)
                || !new HashSet<>(required).equals(properties.keySet())) {
            return Optional.of("Invalid schema: 'required' is required to include every key in properties");
        }
        return properties.values().stream()
                .map(property -> objection(asObject(property)))
                .flatMap(Optional::stream)
                .findFirst();
    }
}
