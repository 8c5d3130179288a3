package io.github.sessioncompression.model;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.text.Visible;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Renders messages as the text a model is shown: a line for each speaker, and one when the time changes.
 *
 * <pre>{@code
 * ¶ 2026-03-01 09:00 UTC
 * ¶ User: Where is my order?
 * ¶ Assistant calls find_order (1): {"id": 4711}
 * ¶ Tool find_order (1): shipped on Monday
 * ¶ Assistant: It was shipped on Monday.
 * }</pre>
 *
 * <p>Only these lines begin with {@value #MARK}. A line of a message that does gets a backslash, so no text can pose as another speaker. Calls
 * are numbered through instead of shown with their ids, which cost many tokens and mean nothing; a result names the number of its call. What others
 * added to a user's message ({@link Message#parts()}) has a line of its own, cut as a result is. A result is cut to
 * {@value #RESULT_CODE_POINTS} code points unless its tool is among {@link ModelOptions#uncutTools()}.
 *
 * <p>Pass the messages in order, one rendering per span: numbers, times and segment lines follow from the messages before.
 * <em>Threads</em>: belongs to the thread that compiles.
 *
 * @see RenderedSpan
 */
final class MessageRenderer {
    private static final String MARK = "¶";
    /** Characters that a reader may take for the mark. */
    private static final String MARKS = "¶⁋❡⸿";

    private static final String LINE_BREAKS = "\n\r\u2028\u2029";
    /** Time that may pass between two messages without a line, in minutes. */
    private static final int SAME_TIME = 10;

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'", Locale.ROOT).withZone(ZoneOffset.UTC);
    /** Most of a result, and of what others added to a user's message, that is shown. */
    private static final int RESULT_CODE_POINTS = 4_000;

    /** Label of what others added to a user's message. */
    private static final String FOUND = MARK + " Found: ";

    /** Stands for all tools among the uncut ones. */
    private static final String ANY_TOOL = "*";

    private final Set<String> uncutTools;
    /** Number of each call so far by its id; calls without an id are in none. */
    private final Map<String, Integer> numberById = new HashMap<>();
    /** Name of each call's tool, in the order of their numbers, which begin at 1. */
    private final List<String> tools = new ArrayList<>();

    /** Numbers of the latest message's calls that have no result yet: results without an id answer them in order. */
    private final Deque<Integer> unanswered = new ArrayDeque<>();
    /** Time of the last line about one; {@code null} before the first. */
    private @Nullable Instant time;
    /** Segment of the message before, 0 for none. */
    private int segment;

    /** A rendering of one span; {@code uncutTools} are names of tools, or {@code *} for all. */
    MessageRenderer(Set<String> uncutTools) {
        this.uncutTools = uncutTools;
    }

    /**
     * The next message of the span, ready to be written at any length.
     *
     * @param segmentNumber the number of the segment that it is in; 0 for none
     */
    Rendered next(Message message, int segmentNumber) {
        boolean marked = segmentNumber != segment;
        segment = segmentNumber;
        Instant said = message.timestamp();
        boolean timed = said != null && (time == null || !isSameTime(time, said));
        time = timed ? said : time;
        String above = (timed ? line(TIME.format(Objects.requireNonNull(said))) : "")
                + (marked ? line(SegmentField.NUMBER + " " + (segment == 0 ? "none" : segment)) : "");
        if (message.role() == Role.TOOL) {
            return result(message, above);
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
        return new Rendered(
                message, message.name() == null ? "" : message.name(), first, Integer.MAX_VALUE, above, time);
    }

    /** Finds the call that a result answers by its id, else the first one without a result, and the tool's name by that call. */
    private Rendered result(Message message, String above) {
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
        return new Rendered(message, tool, number == null ? 0 : number, limit, above, time);
    }

    /** True if no new line about the time is due: less than ten minutes later, on the same day in UTC. */
    private static boolean isSameTime(Instant before, Instant now) {
        return !now.isBefore(before)
                && Duration.between(before, now).toMinutes() < SAME_TIME
                && before.atZone(ZoneOffset.UTC)
                        .toLocalDate()
                        .equals(now.atZone(ZoneOffset.UTC).toLocalDate());
    }

    private static String line(String text) {
        return MARK + " " + text + "\n";
    }

    /**
     * One message with what its place in the span adds.
     *
     * @param name the speaker's or the tool's name, empty if not known
     * @param number of the first call of an assistant message, or of the call a result answers; 0 if not known
     * @param textLimit the most of its text that is shown, in code points
     * @param above the lines on time and segment before it; empty if both are those of the message before
     * @param time the time in the lines so far; {@code null} if they have none
     */
    record Rendered(Message message, String name, int number, int textLimit, String above, @Nullable Instant time) {
        /** The message as text, with at most {@code limit} code points of its text and of each call's arguments. */
        String text(int limit) {
            StringBuilder out = new StringBuilder(message.text().length() + 64).append(above);
            boolean says = !message.text().isEmpty() || message.mediaCount() > 0 || !message.callsTools();
            Message.Parts parts = message.parts();
            if (says) {
                String said = parts == null ? message.text() : parts.own();
                out.append(label())
                        .append(safe(said, Math.min(limit, textLimit)))
                        .append('\n');
            }
            if (parts != null && !parts.found().isEmpty()) {
                out.append(FOUND)
                        .append(safe(parts.found(), Math.min(limit, RESULT_CODE_POINTS)))
                        .append('\n');
            }
            if (message.mediaCount() > 0) {
                out.append('[').append(message.mediaCount());
                out.append(message.mediaCount() == 1 ? " image or file]\n" : " images or files]\n");
            }
            int next = number;
            for (ToolCall call : message.toolCalls()) {
                out.append(MARK + " Assistant calls ")
                        .append(name(call.name()))
                        .append(" (")
                        .append(next++)
                        .append("): ");
                out.append(safe(call.arguments(), limit)).append('\n');
            }
            return out.substring(0, out.length() - 1);
        }

        /** The text of this message as the first one of a rendering, with its time. */
        String first(int limit) {
            boolean timed = time == null || (!above.isEmpty() && above.startsWith(line(TIME.format(time))));
            return timed ? text(limit) : line(TIME.format(time)) + text(limit);
        }

        /** Placeholder of a message that does not fit however much of it is cut. */
        String omitted() {
            return above + label() + "[message left out: " + message.text().length() + " characters, "
                    + message.toolCalls().size() + " tool calls]";
        }

        /** The beginning of the message's line, such as {@code ¶ Tool find_order (1), failed: }. */
        private String label() {
            String speaker = PromptTags.attribute(name).isEmpty() ? "" : " " + name(name);
            String role = message.role().name();
            String call = message.role() == Role.TOOL && number > 0 ? " (" + number + ")" : "";
            return MARK + " " + role.charAt(0) + role.substring(1).toLowerCase(Locale.ROOT) + speaker + call
                    + (message.error() ? ", failed" : "") + ": ";
        }

        /** A name that cannot end its label: on one line, short and without a colon. */
        private static String name(String name) {
            return PromptTags.attribute(name).replace(':', ' ');
        }

        /** A text of the chat, cut, with no character that an encoder refuses, no tag of the prompt and no line that poses as a speaker. */
        private static String safe(String text, int limit) {
            return unmarked(PromptTags.escape(CodePoints.clean(CodePoints.cut(text, limit))));
        }

        /** The text with a backslash before each mark that a line begins with, even behind invisible characters. */
        private static String unmarked(String text) {
            if (text.codePoints().noneMatch(c -> MARKS.indexOf(c) >= 0)) {
                return text;
            }
            StringBuilder out = new StringBuilder(text.length() + 8);
            boolean[] begins = {false};
            text.codePoints().forEach(c -> {
                if (begins[0] && MARKS.indexOf(c) >= 0) {
                    out.append('\\');
                }
                begins[0] = LINE_BREAKS.indexOf(c) >= 0 || (begins[0] && Visible.isGap(c));
                out.appendCodePoint(c);
            });
            return out.toString();
        }
    }
}
