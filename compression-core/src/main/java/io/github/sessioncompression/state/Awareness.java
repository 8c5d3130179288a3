package io.github.sessioncompression.state;

import io.github.sessioncompression.option.Bounds;
import io.github.sessioncompression.option.Resources;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Block at the end of the system prompt that explains the state to the chat's model.
 *
 * <p>It is appended whether or not there is a state yet, so that the system prompt is the same on every request and the
 * provider's cache of it survives the first compression. Immutable.
 *
 * @param marker the lines by which a prompt with a block is known
 * @param switched the block as it was before {@code history-tools} was switched; the text itself for an own one
 */
record Awareness(String text, String marker, String switched) {
    static final int MAX_CHARACTERS = 4_000;

    private static final String RESOURCE = "awareness.properties";
    private static final Map<String, String> BUNDLED = Resources.texts(Awareness.class, RESOURCE);
    private static final String HEADING = part("heading");

    /** The bundled block: it explains every field of a schema and, with {@code historyTools}, the tools for earlier messages. */
    static Awareness of(StateSchema schema, boolean historyTools) {
        return new Awareness(bundled(schema, historyTools), HEADING, bundled(schema, !historyTools));
    }

    private static String bundled(StateSchema schema, boolean historyTools) {
        StringBuilder text = new StringBuilder(HEADING).append('\n').append(part("opening"));
        for (StateField field : schema.fields()) {
            String use = part(field.content().name().toLowerCase(Locale.ROOT));
            text.append("\n- `").append(field.name()).append("`: ").append(use);
        }
        text.append("\n- `").append(StateDocument.FOUND).append("`: ").append(part("found"));
        text.append("\n- `").append(StateDocument.LEDGER).append("`: ").append(part("ledger"));
        if (historyTools) {
            text.append("\n- `").append(StateDocument.SEGMENTS).append("`: ").append(part("segments"));
            text.append('\n').append(part("tools"));
        }
        return text.append('\n').append(part("closing")).toString();
    }

    static Awareness ofText(String text) {
        Bounds.text("awarenessText", text, MAX_CHARACTERS);
        String stripped = text.strip();
        return new Awareness(stripped, stripped, stripped);
    }

    String appendTo(String systemPrompt) {
        if (systemPrompt.isEmpty()) {
            return text;
        }
        return isIn(systemPrompt) ? systemPrompt : systemPrompt + "\n\n" + text;
    }

    String removeFrom(String systemPrompt) {
        String without = without(systemPrompt, text);
        return without.equals(systemPrompt) ? without(systemPrompt, switched) : without;
    }

    private static String without(String systemPrompt, String block) {
        if (systemPrompt.equals(block)) {
            return "";
        }
        String end = "\n\n" + block;
        return systemPrompt.endsWith(end)
                ? systemPrompt.substring(0, systemPrompt.length() - end.length())
                : systemPrompt;
    }

    /** True if the marker is in the prompt as lines of its own. */
    private boolean isIn(String prompt) {
        return ('\n' + prompt.replace("\r\n", "\n") + '\n').contains('\n' + marker + '\n');
    }

    private static String part(String key) {
        return Objects.requireNonNull(BUNDLED.get(key), () -> RESOURCE + " has no '" + key + "'");
    }
}
