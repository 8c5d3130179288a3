package io.github.sessioncompression.recall;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.text.Visible;

/** What a message says to a search, {@linkplain Visible as it is read}: its text, the tools it calls with their arguments, and the tool that a result is from. */
final class SearchedText {
    /** Of a longer message as much is read at its head and at its end. */
    static final int READ_AT_EITHER_END = 100_000;

    private SearchedText() {}

    /** All of it; what is said comes first. */
    static String of(Message message) {
        String name = message.name();
        if (message.toolCalls().isEmpty() && (message.role() != Role.TOOL || name == null)) {
            return Visible.of(message.text());
        }
        StringBuilder all = new StringBuilder(message.text());
        if (message.role() == Role.TOOL && name != null) {
            line(all).append('[').append(name).append(']');
        }
        for (ToolCall call : message.toolCalls()) {
            line(all).append(call.name()).append(' ').append(call.arguments());
        }
        return Visible.of(all.toString());
    }

    /** The part of it that goes into an index: all of it unless it is very long. */
    static String indexed(Message message) {
        String all = of(message);
        if (all.length() <= 2 * READ_AT_EITHER_END) {
            return all;
        }
        return all.substring(0, READ_AT_EITHER_END) + "\n" + all.substring(all.length() - READ_AT_EITHER_END);
    }

    private static StringBuilder line(StringBuilder text) {
        return text.isEmpty() ? text : text.append('\n');
    }
}
