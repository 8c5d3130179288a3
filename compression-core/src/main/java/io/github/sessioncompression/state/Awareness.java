package io.github.sessioncompression.state;

import io.github.sessioncompression.option.Bounds;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Objects;
import java.util.Properties;

/**
 * The awareness block: what the system prompt tells the model about the state that may stand at the start of a chat.
 *
 * <p>It is appended whether or not there is a state yet, so that the system prompt is the same on every request and the
 * provider's cache of it survives the first compression. Immutable, so safe for use by many threads.
 */
public final class Awareness {
    /** The longest block, in characters. */
    public static final int MAX_CHARACTERS = 4_000;

    private static final String RESOURCE = "awareness.properties";
    private static final Properties BUNDLED = bundled();
    private static final String HEADING = part("heading");

    private final String text;
    private final String marker;
    /** What a block may look like that was appended before {@code history-tools} was switched; the text itself for an own one. */
    private final String switched;

    private Awareness(String text, String marker, String switched) {
        this.text = text;
        this.marker = marker;
        this.switched = switched;
    }

    /** The bundled block, which explains every field of a schema. */
    public static Awareness of(StateSchema schema) {
        return of(schema, false);
    }

    /**
     * The bundled block, which explains every field of a schema.
     *
     * @param historyTools whether it names the tools with which a model looks into its conversation's past, too
     */
    public static Awareness of(StateSchema schema, boolean historyTools) {
        return new Awareness(bundled(schema, historyTools), HEADING, bundled(schema, !historyTools));
    }

    private static String bundled(StateSchema schema, boolean historyTools) {
        StringBuilder text = new StringBuilder(HEADING).append('\n').append(part("opening"));
        for (StateField field : schema.fields()) {
            String use = part(field.content().name().toLowerCase(Locale.ROOT));
            text.append("\n- `").append(field.name()).append("`: ").append(use);
        }
        text.append("\n- `").append(StateDocument.LEDGER).append("`: ").append(part("ledger"));
        if (historyTools) {
            text.append("\n- `").append(StateDocument.SEGMENTS).append("`: ").append(part("segments"));
            text.append('\n').append(part("tools"));
        }
        return text.append('\n').append(part("closing")).toString();
    }

    /**
     * A block of the application's own.
     *
     * @throws IllegalArgumentException if it is blank or longer than {@value #MAX_CHARACTERS} characters
     */
    public static Awareness ofText(String text) {
        checkText(text);
        String stripped = text.strip();
        return new Awareness(stripped, stripped, stripped);
    }

    /** The block's text, without white space around it. */
    public String text() {
        return text;
    }

    /**
     * The system prompt with this block at its end, after an empty line.
     *
     * <p>Idempotent: a prompt that has the block already is returned as it is, as is one that has the bundled block for
     * another schema when this is a bundled one. The block alone for an empty prompt.
     */
    public String appendTo(String systemPrompt) {
        if (systemPrompt.isEmpty()) {
            return text;
        }
        return isIn(systemPrompt) ? systemPrompt : systemPrompt + "\n\n" + text;
    }

    /**
     * What {@link #appendTo} was given: the prompt without this block at its end, with or without the tools; the prompt itself if it
     * does not end so.
     */
    public String removeFrom(String systemPrompt) {
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

    static void checkText(String text) {
        Bounds.text("awarenessText", text, MAX_CHARACTERS);
    }

    /** True if the marker stands in the prompt as lines of its own. */
    private boolean isIn(String prompt) {
        for (int at = prompt.indexOf(marker); at >= 0; at = prompt.indexOf(marker, at + 1)) {
            int end = at + marker.length();
            boolean startsLine = at == 0 || prompt.charAt(at - 1) == '\n';
            boolean endsLine = end == prompt.length() || prompt.charAt(end) == '\n' || prompt.charAt(end) == '\r';
            if (startsLine && endsLine) {
                return true;
            }
        }
        return false;
    }

    private static String part(String key) {
        return Objects.requireNonNull(BUNDLED.getProperty(key), () -> RESOURCE + " has no '" + key + "'");
    }

    private static Properties bundled() {
        Properties parts = new Properties();
        try (InputStream in = Awareness.class.getResourceAsStream(RESOURCE)) {
            parts.load(new InputStreamReader(Objects.requireNonNull(in, RESOURCE), StandardCharsets.UTF_8));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(RESOURCE + " cannot be read", unreadable);
        }
        return parts;
    }
}
