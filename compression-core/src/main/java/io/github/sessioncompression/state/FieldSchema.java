package io.github.sessioncompression.state;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** A schema made of its parts; checks them. */
record FieldSchema(String name, List<StateField> fields) implements StateSchema {
    private static final int MAX_NAME = 64;
    private static final int MAX_FIELDS = 16;

    FieldSchema {
        if (name.isEmpty() || name.length() > MAX_NAME || !name.chars().allMatch(FieldSchema::allowed)) {
            throw new IllegalArgumentException(
                    "name must be 1 to " + MAX_NAME + " letters, digits or underscores, but was '" + name + "'");
        }
        fields = List.copyOf(fields);
        if (fields.isEmpty() || fields.size() > MAX_FIELDS) {
            throw new IllegalArgumentException(
                    "fields must be 1 to " + MAX_FIELDS + " of them, but were " + fields.size());
        }
        Set<String> names = new HashSet<>();
        for (StateField field : fields) {
            if (StateDocument.isBesideSchema(field.name())) {
                throw new IllegalArgumentException(
                        "fields must not be named '" + field.name() + "', which every state has for itself");
            }
            if (!names.add(field.name())) {
                throw new IllegalArgumentException(
                        "fields must have different names, but two are '" + field.name() + "'");
            }
        }
    }

    private static boolean allowed(int c) {
        return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }
}
