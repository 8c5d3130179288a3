package io.github.sessioncompression.state;

import java.util.Objects;

/**
 * One field of a state: a text or a list of texts.
 *
 * @param name the wire name, as it stands in the JSON: lower case letters, digits and underscores
 * @param shape whether it holds one text or a list of texts
 * @param content what belongs in it; the offline compiler sorts sentences by it
 * @param instruction what a model is told to put in it, one or two sentences
 */
public record StateField(String name, Shape shape, Content content, String instruction) {
    /** How a field's value looks in JSON. */
    public enum Shape {
        /** One string. */
        TEXT,
        /** An array of strings. */
        LIST
    }

    /** What a field is about. */
    public enum Content {
        /** Facts, values, user details: whatever fits no other field. */
        FACTS,
        /** Tone, mood, manner, preferences of style. */
        TONE,
        /** Concepts that are known and need no explanation. */
        CONCEPTS,
        /** Two or three sentences: what happened and where things stand. */
        NARRATIVE,
        /** Choices made, with their reasons. */
        DECISIONS,
        /** What is finished. */
        DONE,
        /** What is under way. */
        DOING,
        /** What is still to be done, promised or asked. */
        NEXT,
        /** Assumptions that are not yet confirmed. */
        HYPOTHESES,
        /** Files, paths, links and other places that were worked on. */
        FILES
    }

    /**
     * Checks the wire name.
     *
     * @throws IllegalArgumentException if {@code name} is not made of 1 to 64 lower case letters, digits and underscores
     */
    public StateField {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(shape, "shape");
        Objects.requireNonNull(content, "content");
        Objects.requireNonNull(instruction, "instruction");
        if (name.isEmpty() || name.length() > 64 || !name.chars().allMatch(StateField::allowed)) {
            throw new IllegalArgumentException(
                    "name must be 1 to 64 lower case letters, digits or underscores, but was '" + name + "'");
        }
    }

    private static boolean allowed(int c) {
        return c == '_' || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    }
}
