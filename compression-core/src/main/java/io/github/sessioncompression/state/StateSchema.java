package io.github.sessioncompression.state;

import io.github.sessioncompression.option.Bounds;
import java.util.List;
import java.util.Objects;

/**
 * The shape of a state: which fields it has and what belongs in each.
 *
 * <p>Implementations are immutable. The JSON Schema that a model answers under, the prompts and the reading of answers
 * all follow from the fields. Three shapes are bundled; {@link #of} makes others:
 *
 * <pre>{@code
 * StateSchema recipe = StateSchema.of(
 *         "recipe",
 *         List.of(
 *                 new StateField("ingredients", Shape.LIST, Content.FACTS, "Every ingredient with its amount."),
 *                 new StateField("summary", Shape.TEXT, Content.NARRATIVE, "How far the cooking has come.")));
 * }</pre>
 */
public interface StateSchema {
    /** The schema's name: letters, digits, underscores; some providers show it to the model. */
    String name();

    /** The fields, in the order in which they are written; at least one. */
    List<StateField> fields();

    /** The default shape, for conversations: {@code logos}, {@code pathos}, {@code abstract}, {@code conversation_summary}. */
    static StateSchema session() {
        return BundledSchemas.SESSION;
    }

    /** A shape for research agents: {@code findings}, {@code hypotheses}, {@code next_actions}, {@code sources}, {@code progress}. */
    static StateSchema research() {
        return BundledSchemas.RESEARCH;
    }

    /** A shape for work that goes on: {@code done}, {@code doing}, {@code files}, {@code next}, {@code decisions}. */
    static StateSchema continuation() {
        return BundledSchemas.CONTINUATION;
    }

    /**
     * A shape of the application's own.
     *
     * @param name 1 to 64 letters (a–z, A–Z), digits or underscores
     * @param fields 1 to 16 fields with different names
     * @throws IllegalArgumentException if {@code name} or {@code fields} is out of bounds, or a field's name occurs twice
     */
    static StateSchema of(String name, List<StateField> fields) {
        return new FieldSchema(Objects.requireNonNull(name, "name"), Bounds.all("fields", fields));
    }
}
