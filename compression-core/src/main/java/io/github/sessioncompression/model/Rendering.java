package io.github.sessioncompression.model;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Renders messages as the tagged text a model is shown.
 *
 * <p>Calls are numbered through instead of shown with their ids, which cost many tokens and mean nothing; a result names the
 * number of its call. Feed the messages in order, one rendering per span. Not safe for use by many threads.
 */
final class Rendering {
    private static final int RESULT_CODE_POINTS = 4_000;

    private static final String ANY_TOOL = "*";

    private final Set<String> uncutTools;
    private final Map<String, Integer> numberById = new HashMap<>();
    /** Name of each call's tool, in the order of their numbers, which begin at 1. */
    private final List<String> tools = new ArrayList<>();

    private final Deque<Integer> unanswered = new ArrayDeque<>();

    Rendering(Set<String> uncutTools) {
        this.uncutTools = uncutTools;
    }

    /**
     * The next message of the span, ready to be written at any length.
     *
     * @param segment the number of the segment that it is in; 0 for none
     */
    Rendered next(Message message, int segment) {
        if (message.role() == Role.TOOL) {
            return result(message, segment);
        }
        unanswered.clear();
        int first = tools.size() + 1;
        for (ToolCall call : message.toolCalls()) {
            tools.add(call.name());
            unanswered.add(tools.size());
            if (!call.id().isEmpty()) {
                numberById.put(call.id(), tools.size());
            }
        }
        return new Rendered(message, message.name() == null ? "" : message.name(), first, Integer.MAX_VALUE, segment);
    }

    private Rendered result(Message message, int segment) {
        Integer number = numberById.get(message.toolCallId());
        if (number == null && message.toolCallId().isEmpty()) {
            number = unanswered.peek();
        }
        if (number != null) {
            unanswered.remove(number);
        }
        String tool = message.name();
        if (tool == null) {
            tool = number == null ? "" : tools.get(number - 1);
        }
        boolean uncut = uncutTools.contains(tool) || uncutTools.contains(ANY_TOOL);
        int limit = uncut ? Integer.MAX_VALUE : RESULT_CODE_POINTS;
        return new Rendered(message, tool, number == null ? 0 : number, limit, segment);
    }

    /**
     * One message with what its place in the span adds.
     *
     * @param name the speaker's or the tool's name, empty if not known
     * @param number of the first call of an assistant message, or of the call a result answers; 0 if not known
     * @param textLimit the most of its text that is shown, in code points
     * @param segment the number of its segment; 0 for none
     */
    record Rendered(Message message, String name, int number, int textLimit, int segment) {
        /** The message as text, with at most {@code limit} code points of its text and of each call's arguments. */
        String text(int limit) {
            StringBuilder out = new StringBuilder(message.text().length() + 96);
            open(out);
            if (!message.text().isEmpty()) {
                out.append(safe(message.text(), Math.min(limit, textLimit))).append('\n');
            }
            if (message.mediaCount() > 0) {
                out.append('[').append(message.mediaCount());
                out.append(message.mediaCount() == 1 ? " image or file]\n" : " images or files]\n");
            }
            int next = number;
            for (ToolCall call : message.toolCalls()) {
                out.append('<').append(Fence.CHAT_TOOL_CALL.tag());
                attribute(out, "call", Integer.toString(next++));
                attribute(out, "tool", call.name());
                out.append('>').append(safe(call.arguments(), limit));
                out.append("</").append(Fence.CHAT_TOOL_CALL.tag()).append(">\n");
            }
            return out.append("</").append(Fence.CHAT_MESSAGE.tag()).append('>').toString();
        }

        /** Placeholder of a message that does not fit however much of it is cut. */
        String omitted() {
            StringBuilder out = new StringBuilder(96);
            open(out);
            out.append("[message left out: ").append(message.text().length()).append(" characters, ");
            out.append(message.toolCalls().size()).append(" tool calls]\n");
            return out.append("</").append(Fence.CHAT_MESSAGE.tag()).append('>').toString();
        }

        private void open(StringBuilder out) {
            out.append('<').append(Fence.CHAT_MESSAGE.tag());
            attribute(out, "role", message.role().name().toLowerCase(Locale.ROOT));
            boolean result = message.role() == Role.TOOL;
            attribute(out, result ? "tool" : "name", name);
            attribute(out, "answers_call", result && number > 0 ? Integer.toString(number) : "");
            attribute(out, "error", message.error() ? "true" : "");
            Instant when = message.timestamp();
            attribute(
                    out,
                    "time",
                    when == null ? "" : when.truncatedTo(ChronoUnit.SECONDS).toString());
            attribute(out, SegmentField.NUMBER, segment == 0 ? "" : Integer.toString(segment));
            out.append(">\n");
        }

        private static void attribute(StringBuilder out, String name, String value) {
            if (!value.isEmpty()) {
                out.append(' ' + name + "=\"" + Fence.attribute(value) + '"');
            }
        }

        private static String safe(String text, int limit) {
            return Fence.escape(CodePoints.clean(CodePoints.cut(text, limit)));
        }
    }
}
