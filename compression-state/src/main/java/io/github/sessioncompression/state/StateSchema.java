package io.github.sessioncompression.state;

import io.github.sessioncompression.option.Bounds;
import io.github.sessioncompression.option.Resources;
import io.github.sessioncompression.state.StateField.Content;
import io.github.sessioncompression.state.StateField.Shape;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The shape of a state: its fields and what belongs in each. Immutable.
 *
 * <p>The JSON Schema that a model answers under, the prompts and the reading of answers follow from the fields. Three shapes are bundled:
 * {@link #session}, {@link #research} and {@link #continuation}. An own one:
 *
 * <pre>{@code
 * StateSchema recipe = new StateSchema(
 *         "recipe",
 *         List.of(
 *                 new StateField("ingredients", Shape.LIST, Content.FACTS, "Every ingredient with its amount."),
 *                 new StateField("summary", Shape.TEXT, Content.NARRATIVE, "How far the cooking has come.")));
 * }</pre>
 *
 * <p><em>Threads</em>: immutable. <em>On failure</em>: the constructor throws for a name or fields out of bounds; a
 * bundled file that cannot be read throws when the class is loaded.
 *
 * @see StateJson#jsonSchema
 *
 * @param name 1 to 64 letters (a–z, A–Z), digits or underscores; some providers show it to the model
 * @param fields 1 to 16 fields with different names, in the order in which they are written
 */
public record StateSchema(String name, List<StateField> fields) {
    /** Fields of a schema at most; models lose track of more. */
    private static final int MAX_FIELDS = 16;

    private static final StateSchema SESSION = read("session_state");
    private static final StateSchema RESEARCH = read("research_state");
    private static final StateSchema CONTINUATION = read("continuation_state");

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if {@code name} or {@code fields} is out of bounds, or a field's name occurs twice
     */
    public StateSchema {
        Objects.requireNonNull(name, "name");
        if (!name.matches("[a-zA-Z0-9_]{1,64}")) {
            throw new IllegalArgumentException(
                    "name must be 1 to 64 letters, digits or underscores, but was '" + name + "'");
        }
        fields = Bounds.all("fields", fields);
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

    /** The default shape, for conversations: {@code logos}, {@code pathos}, {@code abstract}, {@code conversation_summary}. */
    public static StateSchema session() {
        return SESSION;
    }

    /** A shape for research agents: {@code findings}, {@code hypotheses}, {@code next_actions}, {@code sources}, {@code progress}. */
    public static StateSchema research() {
        return RESEARCH;
    }

    /** A shape for work that continues: {@code done}, {@code doing}, {@code files}, {@code next}, {@code decisions}. */
    public static StateSchema continuation() {
        return CONTINUATION;
    }

    /** A bundled shape, from a file with its name. */
    private static StateSchema read(String name) {
        List<StateField> fields = Resources.lines(StateSchema.class, name + ".txt").stream()
                .map(line -> line.split(" ", 4))
                .map(parts -> new StateField(parts[0], Shape.valueOf(parts[1]), Content.valueOf(parts[2]), parts[3]))
                .toList();
        return new StateSchema(name, fields);
    }

    /** True if a model wrote every entry of this schema's fields in a state, and there is one. */
    public boolean isByModel(StateDocument state) {
        List<StateItem> own = fields.stream()
                .flatMap(field -> state.items(field.name()).stream())
                .toList();
        return !own.isEmpty() && own.stream().allMatch(item -> item.writer() == StateItem.Writer.MODEL);
    }

    /** The document of texts by wire name, their kinds by the fields; blank texts and unknown names are left out. */
    public StateDocument document(Map<String, List<String>> texts, StateItem.Writer writer) {
        Map<String, List<StateItem>> documented = new LinkedHashMap<>();
        for (StateField field : fields) {
            List<String> of = texts.getOrDefault(field.name(), List.of());
            documented.put(field.name(), StateDocument.items(of, StateItem.Kind.of(field.content()), writer));
        }
        return new StateDocument(documented);
    }
}
