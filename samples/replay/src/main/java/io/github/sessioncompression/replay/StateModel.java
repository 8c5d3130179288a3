package io.github.sessioncompression.replay;

import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateField;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The state as the page's template wants it: by field, long lists folded. */
final class StateModel {
    private static final int ITEMS_SHOWN = 12;

    private StateModel() {}

    /** The values, or {@code false} if there is no state. */
    static Object of(Replayed replayed) {
        StateDocument state = replayed.state();
        if (state.isEmpty()) {
            return false;
        }
        return Map.of(
                "stateTokens", Text.number(replayed.end().stateTokens()),
                "stateCap", Text.number(replayed.policy().stateMaxTokens()),
                "stateShares", Facts.written(replayed.shares()),
                "fields",
                        replayed.policy().state().schema().fields().stream()
                                .map(field -> field(field, state.texts(field.name())))
                                .toList());
    }

    private static Map<String, Object> field(StateField field, List<String> texts) {
        boolean list = field.shape() == StateField.Shape.LIST;
        int shown = Math.min(texts.size(), ITEMS_SHOWN);
        List<String> rest = texts.subList(shown, texts.size());
        Map<String, Object> values = new HashMap<>();
        values.put("name", field.name());
        values.put("instruction", field.instruction());
        values.put("count", list ? Text.number(texts.size()) : "");
        values.put("wide", !list || texts.size() > ITEMS_SHOWN);
        values.put("none", texts.isEmpty());
        values.put("text", list ? "" : String.join("\n", texts));
        values.put("listed", list && !texts.isEmpty());
        values.put("first", list ? texts.subList(0, shown) : List.of());
        values.put(
                "more",
                list && !rest.isEmpty() ? Map.of("summary", Text.number(rest.size()) + " more", "items", rest) : false);
        return values;
    }
}
