package io.github.sessioncompression.state;

import io.github.sessioncompression.option.Bounds;
import io.github.sessioncompression.option.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Block at the end of the system prompt that explains the state to the chat's model.
 *
 * <p>It is appended whether or not there is a state yet, so that the system prompt is the same on every request and the
 * provider's cache of it survives the first compression. Immutable.
 *
 * <p><em>Algorithm</em>: the bundled text is a heading, a sentence on the state, a clause for each field of the schema
 * by its content, clauses for the fields beside it, and sentences on the history tools if they are on; all parts come
 * from {@code awareness.properties}. {@link #appendTo} adds the block behind an empty line, {@link #removeFrom} takes
 * it off the end again.
 *
 * <p><em>Does nothing when</em> the prompt has the marker's lines already: it is returned as it is, also
 * if they are for another schema. <em>On failure</em>: a part that the file lacks throws when the class is loaded.
 *
 * @see StateOptions#appendAwareness
 *
 * @param marker the lines by which a prompt with a block is known
 * @param switched the block as it was before {@code history-tools} was switched; the text itself for an own one
 */
record Awareness(String text, String marker, String switched) {
    /** Longest text of an application's own, in UTF-16 units; it is paid for with each request. */
    static final int MAX_CHARACTERS = 4_000;

    private static final String RESOURCE = "awareness.properties";
    private static final Map<String, String> BUNDLED = Resources.texts(Awareness.class, RESOURCE);
    /** First line of the bundled block, by which it is recognised. */
    private static final String HEADING = part("heading");

    /** The bundled block: it explains every field of a schema and, with {@code historyTools}, the tools for earlier messages. */
    static Awareness of(StateSchema schema, boolean historyTools) {
        return new Awareness(bundled(schema, historyTools), HEADING, bundled(schema, !historyTools));
    }

    private static String bundled(StateSchema schema, boolean historyTools) {
        List<String> clauses = new ArrayList<>();
        schema.fields()
                .forEach(field ->
                        clauses.add(clause(field.name(), field.content().name().toLowerCase(Locale.ROOT))));
        clauses.add(clause(StateDocument.FOUND, "found"));
        clauses.add(clause(StateDocument.LEDGER, "ledger"));
        if (historyTools) {
            clauses.add(clause(StateDocument.SEGMENTS, "segments"));
        }
        String tools = historyTools ? part("tools") + ' ' : "";
        return HEADING + '\n' + part("opening") + ' ' + String.join("; ", clauses) + ". " + tools + part("closing");
    }

    private static String clause(String field, String part) {
        return field + ": " + part(part);
    }

    /**
     * The application's own text.
     *
     * @throws IllegalArgumentException if it is blank or longer than {@value #MAX_CHARACTERS} characters
     */
    static Awareness ofText(String text) {
        Bounds.text("awarenessText", text, MAX_CHARACTERS);
        String stripped = text.strip();
        return new Awareness(stripped, stripped, stripped);
    }

    /** The prompt with the block at its end; the prompt itself if it has one. */
    String appendTo(String systemPrompt) {
        if (systemPrompt.isEmpty()) {
            return text;
        }
        return isIn(systemPrompt) ? systemPrompt : systemPrompt + "\n\n" + text;
    }

    /**
     * The prompt without the block at its end, also in the form for switched history tools; the prompt itself if it has
     * none.
     */
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
