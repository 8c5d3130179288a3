package io.github.sessioncompression.model;

import io.github.sessioncompression.option.Bounds;
import io.github.sessioncompression.option.Resources;
import io.github.sessioncompression.state.StateField;
import io.github.sessioncompression.state.StateSchema;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Instructions for a model, bundled as a file each, such as {@code merge.txt}.
 *
 * <p>Those for writing a state have the places {@code {{fields}}}, {@code {{tokens}}} and {@code {{words}}}: a line about each
 * field of the answer, and the size that the state may have.
 */
enum PromptTemplate {
    /** Writes the first state of a chat. */
    INITIAL,
    /** Writes one state of a former one and new messages. */
    MERGE,
    /** Writes a state shorter, or one of several. */
    CONDENSE,
    /** Checks a state; has no places. */
    JUDGE;

    /** Longest template of an application. */
    private static final int MAX_CHARACTERS = 100_000;
    /** Two braces that begin none of the three places: most likely a misspelt one, which would reach the model as it is. */
    private static final Pattern UNKNOWN_PLACE = Pattern.compile("\\{\\{(?!(?:fields|tokens|words)}})");

    private final String file = name().toLowerCase(Locale.ROOT) + ".txt";

    /** The library's own template. */
    String bundled() {
        return Resources.text(PromptTemplate.class, file);
    }

    /**
     * Checks an application's template.
     *
     * @param name the option, for the message
     * @throws IllegalArgumentException if it is blank or too long, or has a place that is not known
     */
    static void check(String name, String template) {
        if (UNKNOWN_PLACE.matcher(Bounds.text(name, template, MAX_CHARACTERS)).find()) {
            throw new IllegalArgumentException(name + " must have '{{' only in {{fields}}, {{tokens}} and {{words}}");
        }
    }

    /**
     * Fills in a template.
     *
     * @param more lines behind those of the schema's fields, each with a line break before it
     * @param tokens size of the state to ask for
     * @param words that size in words of the chat's language
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
