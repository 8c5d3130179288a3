package io.github.sessioncompression.state;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A state of any shape: an ordered set of fields, each holding a list of texts (a {@link StateField.Shape#TEXT} field
 * holds at most one).
 *
 * <p>Immutable, so safe for use by many threads.
 *
 * @param fields the texts by wire name, in the schema's order; blank texts are left out
 */
public record StateDocument(Map<String, List<String>> fields) {
    /** A document with no fields at all. */
    public static final StateDocument EMPTY = new StateDocument(Map.of());

    /** Copies the fields, leaving out blank texts. */
    public StateDocument {
        Map<String, List<String>> copy = new LinkedHashMap<>();
        fields.forEach((name, texts) -> {
            List<String> kept = new ArrayList<>(texts.size());
            for (String text : texts) {
                if (!text.isBlank()) {
                    kept.add(text);
                }
            }
            copy.put(name, Collections.unmodifiableList(kept));
        });
        fields = Collections.unmodifiableMap(copy);
    }

    /** The texts of a field, empty if there is none of that name. */
    public List<String> texts(String field) {
        return fields.getOrDefault(field, List.of());
    }

    /** The texts of a field as one, joined by a space; empty if there is none. */
    public String text(String field) {
        return String.join(" ", texts(field));
    }

    /** Whether no field holds a text. */
    public boolean isEmpty() {
        return fields.values().stream().allMatch(List::isEmpty);
    }
}
