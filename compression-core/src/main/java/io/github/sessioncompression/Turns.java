package io.github.sessioncompression;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where a chat stands in its turn, as its last message tells. */
final class Turns {
    private Turns() {}

    /** Whether the model is to go on with a turn: it called tools last, or has yet to read their results. */
    static boolean isInside(List<Entry> entries) {
        Message last = last(entries);
        return last != null && (last.role() == Role.TOOL || last.callsTools());
    }

    /** Whether the last message is not an answer of the assistant's. */
    static boolean awaitsAnswer(List<Entry> entries) {
        Message last = last(entries);
        return last != null && (last.role() == Role.USER || last.role() == Role.TOOL || last.callsTools());
    }

    /** Whether the last message is an answer of the assistant's, so that the model is to go on with nothing. */
    static boolean isAnswered(List<Entry> entries) {
        Message last = last(entries);
        return last != null && last.role() == Role.ASSISTANT && !last.callsTools();
    }

    /** The place of the user's message that has no answer yet; 0 if there is none. */
    static long unanswered(List<Entry> entries) {
        for (int i = entries.size() - 1; i >= 0; i--) {
            Message message = entries.get(i).message();
            if (message.role() == Role.USER) {
                return entries.get(i).sequence();
            }
            if (message.role() == Role.ASSISTANT && !message.callsTools()) {
                return 0;
            }
        }
        return 0;
    }

    private static @Nullable Message last(List<Entry> entries) {
        return entries.isEmpty() ? null : entries.get(entries.size() - 1).message();
    }
}
