package io.github.sessioncompression;

import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateField;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes the one document that a view shows out of a record's states, within the room there is. */
final class StateFitter {
    private final Engine engine;

    StateFitter(Engine engine) {
        this.engine = engine;
    }

    /**
     * What is shown of {@code states}.
     *
     * @param states oldest first
     * @param room the most tokens the envelope may have; below {@value Budget#SMALLEST_STATE} nothing is shown
     */
    StateDocument fit(List<StateDocument> states, int room) {
        if (states.isEmpty() || room < Budget.SMALLEST_STATE) {
            return StateDocument.EMPTY;
        }
        if (engine.policy().state().mode() == StateMode.MERGE) {
            return within(states.get(states.size() - 1), room);
        }
        StateDocument shown = StateDocument.EMPTY;
        for (int i = states.size() - 1; i >= 0; i--) {
            StateDocument longer = joined(states.get(i), shown);
            if (engine.stateTokens(longer) > room) {
                int left = room - engine.stateTokens(shown);
                return left < Budget.SMALLEST_STATE ? shown : within(joined(within(states.get(i), left), shown), room);
            }
            shown = longer;
        }
        return shown;
    }

    /** {@code state}, condensed if it is larger than {@code room} tokens. */
    StateDocument within(StateDocument state, int room) {
        if (engine.stateTokens(state) <= room) {
            return state;
        }
        StateDocument condensed = engine.offline().condense(engine.schema(), state, room);
        return engine.stateTokens(condensed) <= room ? condensed : StateDocument.EMPTY;
    }

    private StateDocument joined(StateDocument older, StateDocument newer) {
        Map<String, List<StateItem>> fields = new LinkedHashMap<>();
        for (StateField field : engine.schema().fields()) {
            List<StateItem> items = new ArrayList<>(older.items(field.name()));
            items.addAll(newer.items(field.name()));
            fields.put(
                    field.name(),
                    field.shape() == StateField.Shape.LIST || items.isEmpty()
                            ? items
                            : List.of(StateItem.joined(" ", items)));
        }
        return new StateDocument(fields);
    }
}
