package io.github.sessioncompression.replay;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.state.StateJson;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** The state as a JSON file: one field, and within a list one text, per line. */
final class StateFile {
    private StateFile() {}

    /** The state at the end of a replay; an empty object if there is none. */
    static String of(Replayed replayed) {
        if (replayed.state().isEmpty()) {
            return "{}\n";
        }
        String compact = StateJson.write(replayed.policy().state().schema(), replayed.state());
        StringJoiner fields = new StringJoiner(",\n  ", "{\n  ", "\n}\n");
        for (Map.Entry<String, @Nullable Object> field :
                Json.parseObject(compact).entrySet()) {
            fields.add(Json.write(field.getKey()) + ": " + value(field.getValue()));
        }
        return fields.toString();
    }

    private static String value(@Nullable Object value) {
        if (!(value instanceof List<?> texts) || texts.isEmpty()) {
            return Json.write(value);
        }
        StringJoiner lines = new StringJoiner(",\n    ", "[\n    ", "\n  ]");
        texts.forEach(text -> lines.add(Json.write(text)));
        return lines.toString();
    }
}
