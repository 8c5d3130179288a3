package io.github.sessioncompression.redaction;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateSchema;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Removal of states that the chat's model has repeated in its answers, so that no state is quoted in the next one.
 *
 * <p><em>Algorithm</em>, for each assistant message: 1. take out what is between a state's tags, to the end of the text
 * if one is not closed; 2. take out JSON that begins with the first field of the schema, to the last closing brace.
 *
 * <p><em>Does nothing when</em> a message has neither: it stays the same instance. <em>Threads</em>: has no state.
 * Takes linear time.
 *
 * @see io.github.sessioncompression.state.StateEnvelope#removedFrom
 */
public final class RepeatedStates {
    private RepeatedStates() {}

    /** The messages, those of the assistant without states in them. */
    public static List<Entry> removed(StateSchema schema, List<Entry> messages) {
        return messages.stream().map(entry -> removed(schema, entry)).toList();
    }

    private static Entry removed(StateSchema schema, Entry entry) {
        Message said = entry.message();
        String text = said.role() == Role.ASSISTANT ? removed(schema, said.text()) : said.text();
        return text.equals(said.text()) ? entry : new Entry(entry.sequence(), said.withText(text), entry.tokens());
    }

    /** The text without states in their tags, and without JSON that begins like a state. */
    private static String removed(StateSchema schema, String text) {
        if (text.indexOf('<') < 0 && text.indexOf('{') < 0) {
            return text;
        }
        String untagged = StateEnvelope.removedFrom(text);
        String first = schema.fields().get(0).name();
        Matcher json =
                Pattern.compile("\\{\\s{0,100}\"" + first + "\"\\s{0,100}:").matcher(untagged);
        if (!json.find()) {
            return untagged;
        }
        int close = untagged.lastIndexOf('}');
        return untagged.substring(0, json.start()) + (close < json.end() ? "" : untagged.substring(close + 1));
    }
}
