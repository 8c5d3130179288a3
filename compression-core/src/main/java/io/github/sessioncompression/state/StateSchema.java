package io.github.sessioncompression.state;

import java.util.List;

/**
 * The shape of a state: which fields it has and what belongs in each.
 *
 * <p>Implementations are immutable. The JSON Schema that a model answers under, the prompts and the reading of answers
 * all follow from the fields.
 */
public interface StateSchema {
    /** The schema's name: letters, digits, underscores; some providers show it to the model. */
    String name();

    /** The fields, in the order in which they are written; at least one. */
    List<StateField> fields();
}
