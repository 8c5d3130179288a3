package io.github.sessioncompression.offline;

import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateField;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.token.TokenCounter;
import java.util.List;

/** Counts the tokens of a state as it is sent: compact JSON with every field of the schema. */
final class StateSize {
    private final StateSchema schema;
    private final TokenCounter counter;

    StateSize(StateSchema schema, TokenCounter counter) {
        this.schema = schema;
        this.counter = counter;
    }

    int tokens(StateDocument state) {
        return counter.count(json(state));
    }

    String json(StateDocument state) {
        StringBuilder json = new StringBuilder("{");
        for (StateField field : schema.fields()) {
            json.append(json.length() > 1 ? "," : "")
                    .append('"')
                    .append(field.name())
                    .append("\":");
            List<String> texts = state.texts(field.name());
            if (field.shape() == StateField.Shape.TEXT) {
                string(json, String.join(" ", texts));
            } else {
                json.append('[');
                for (int i = 0; i < texts.size(); i++) {
                    json.append(i > 0 ? "," : "");
                    string(json, texts.get(i));
                }
                json.append(']');
            }
        }
        return json.append('}').toString();
    }

    private static void string(StringBuilder json, String text) {
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ') {
                json.append(String.format("\\u%04x", (int) c));
            } else {
                json.append(c);
            }
        }
        json.append('"');
    }
}
