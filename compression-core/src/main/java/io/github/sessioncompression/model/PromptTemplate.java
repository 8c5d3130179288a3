package io.github.sessioncompression.model;

import io.github.sessioncompression.option.Bounds;
import io.github.sessioncompression.option.Resources;
import io.github.sessioncompression.state.StateField;
import io.github.sessioncompression.state.StateSchema;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Instructions for writing a state, with the places {@code {{fields}}}, {@code {{tokens}}} and {@code {{words}}}. */
enum PromptTemplate {
    INITIAL,
    MERGE,
    CONDENSE,
    JUDGE;

    private static final int MAX_CHARACTERS = 100_000;
    private static final Pattern UNKNOWN_PLACE = Pattern.compile("\\{\\{(?!(?:fields|tokens|words)}})");

    private final String file = name().toLowerCase(Locale.ROOT) + ".txt";

    String bundled() {
        return Resources.text(PromptTemplate.class, file);
    }

    static void check(String name, String template) {
        if (UNKNOWN_PLACE.matcher(Bounds.text(name, template, MAX_CHARACTERS)).find()) {
            throw new IllegalArgumentException(name + " must have '{{' only in {{fields}}, {{tokens}} and {{words}}");
        }
    }

    /**
     * Fills in a template.
     *
     * @param more lines behind those of the schema's fields
     */
    static String fill(String template, StateSchema schema, String more, int tokens, int words) {
        String fields = schema.fields().stream()
                .map(field -> "- \"" + field.name() + "\" ("
                        + (field.shape() == StateField.Shape.LIST ? "array of strings" : "one string") + "): "
                        + field.instruction())
                .collect(Collectors.joining("\n"));
        return template.replace("{{tokens}}", Integer.toString(tokens))
                .replace("{{words}}", Integer.toString(words))
                .replace("{{fields}}", fields + more);
    }
}
