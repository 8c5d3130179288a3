package io.github.sessioncompression.state;

import java.util.Objects;

/**
 * One field of a state: a text or a list of texts.
 *
 * @param name the wire name, as in the JSON: lower case letters, digits and underscores
 * @param shape its value in JSON: one text or a list of texts
 * @param content its subject; the extract sorts sentences by it
 * @param instruction instruction for a model, one or two sentences
 */
public record StateField(String name, Shape shape, Content content, String instruction) {
    /** Form of a field's value in JSON. */
    public enum Shape {
        /** One string. */
        TEXT,
        /** An array of strings. */
        LIST
    }

    /** Subject of a field. */
    public enum Content {
        /** Facts, values, user details: anything that fits no other field. */
        FACTS,
        /** Tone, mood, manner, preferences of style. */
        TONE,
        /** Concepts that are known and need no explanation. */
        CONCEPTS,
        /** Two or three sentences on the course of the chat and its present point. */
        NARRATIVE,
        /** Choices made, with their reasons. */
        DECISIONS,
        /** Finished work. */
        DONE,
        /** Work under way. */
        DOING,
        /** Open work, promises and questions. */
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
        if (!name.matches("[a-z0-9_]{1,64}")) {
            throw new IllegalArgumentException(
                    "name must be 1 to 64 lower case letters, digits or underscores, but was '" + name + "'");
        }
    }
}
