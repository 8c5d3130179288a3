package io.github.sessioncompression.search;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.recall.RecallTool;
import io.github.sessioncompression.text.Visible;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The text of a message that is searched: its own text, the tools it calls with their arguments, the tool that a result is from.
 *
 * <p>Index, excerpts, feedback and a second search all take it from here, so each finds what the others do.
 */
public final class SearchedText {
    /** The characters that are indexed of a longer message at its head, and as many at its end: long tool results end with what failed. */
    static final int READ_AT_EITHER_END = 100_000;

    private SearchedText() {}

    /** The text by which a message is found; empty for messages that no search finds: system messages and results of the recall tools. */
    public static String found(Message message) {
        return message.role() == Role.SYSTEM || isEcho(message) ? "" : of(message);
    }

    /** The whole text, {@linkplain Visible normalised}; the message's own text comes first. */
    static String of(Message message) {
        StringBuilder all = new StringBuilder(message.text());
        if (message.role() == Role.TOOL && message.name() != null) {
            line(all).append('[').append(message.name()).append(']');
        }
        for (ToolCall call : message.toolCalls()) {
            line(all).append(call.name()).append(' ').append(call.arguments());
        }
        return Visible.of(all.toString());
    }

    /** The text that is indexed, at most {@value #READ_AT_EITHER_END} characters from either end. */
    static String indexed(Message message) {
        String all = of(message);
        return all.length() <= 2 * READ_AT_EITHER_END
                ? all
                : all.substring(0, READ_AT_EITHER_END) + "\n" + all.substring(all.length() - READ_AT_EITHER_END);
    }

    private static StringBuilder line(StringBuilder text) {
        return text.isEmpty() ? text : text.append('\n');
    }

    private static boolean isRecallTool(@Nullable String name) {
        return Stream.of(RecallTool.values()).anyMatch(tool -> tool.toolName().equals(name));
    }

    /** True if a message only repeats others: a result of a recall tool, or the call for it. It would be found before the messages. */
    static boolean isEcho(Message message) {
        if (message.role() == Role.TOOL) {
            return isRecallTool(message.name());
        }
        return message.callsTools()
                && message.text().isBlank()
                && message.toolCalls().stream().map(ToolCall::name).allMatch(SearchedText::isRecallTool);
    }
}
