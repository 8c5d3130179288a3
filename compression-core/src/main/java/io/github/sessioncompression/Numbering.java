package io.github.sessioncompression;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gives messages their numbers: system messages as the application wrote them, and none that says what the one before says.
 *
 * @param rules say what was appended to a system message
 */
record Numbering(ContextRules rules) {
    /**
     * The messages under the numbers after {@code last}.
     *
     * @param tokens what each costs
     * @param systemBefore the system message before them; {@code null} if there is none
     */
    List<Entry> of(List<Message> messages, int[] tokens, long last, @Nullable Entry systemBefore) {
        List<Entry> entries = new ArrayList<>(messages.size());
        String system = systemBefore == null ? null : systemBefore.message().text();
        long sequence = last;
        for (int i = 0; i < messages.size(); i++) {
            Message message = messages.get(i);
            int counted = tokens[i];
            if (message.role() == Role.SYSTEM) {
                String text = rules.policy().state().removeAwareness(message.text());
                boolean stripped = !text.equals(message.text());
                if (text.equals(system) || (stripped && text.isEmpty())) {
                    continue;
                }
                system = text;
                if (stripped) {
                    message = message.withText(text);
                    counted = rules.count(message);
                }
            }
            entries.add(new Entry(++sequence, message, counted));
        }
        return entries;
    }
}
