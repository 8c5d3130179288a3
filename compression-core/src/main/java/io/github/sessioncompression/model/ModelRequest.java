package io.github.sessioncompression.model;

import io.github.sessioncompression.option.Bounds;
import java.util.Objects;

/**
 * One call of a {@link StructuredModel}. Immutable.
 *
 * <p>What comes from the chat is escaped in the prompt: none of it can close the tag around it.
 *
 * @param instructions the model's role and task, for the system message
 * @param prompt the chat's messages and what belongs to them, each part between its tags, for the user message
 * @param schemaName the name of the schema: letters, digits, underscores
 * @param jsonSchema the JSON Schema of the answer, as JSON
 * @param maxOutputTokens the most tokens of the answer, 1 or more
 */
public record ModelRequest(
        String instructions, String prompt, String schemaName, String jsonSchema, int maxOutputTokens) {
    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if {@code maxOutputTokens} is below 1
     */
    public ModelRequest {
        Objects.requireNonNull(instructions, "instructions");
        Objects.requireNonNull(prompt, "prompt");
        Objects.requireNonNull(schemaName, "schemaName");
        Objects.requireNonNull(jsonSchema, "jsonSchema");
        Bounds.atLeast("maxOutputTokens", maxOutputTokens, 1);
    }
}
