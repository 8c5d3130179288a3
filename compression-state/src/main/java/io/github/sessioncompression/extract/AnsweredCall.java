package io.github.sessioncompression.extract;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.state.Artefacts.Work;
import io.github.sessioncompression.text.Letters;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A tool call of a span with its result. Immutable.
 *
 * <p><em>Algorithm</em> of {@link #of}:
 * <ol>
 *   <li>each call of an assistant message is open under its id;
 *   <li>a tool result closes the open call of its id; a result without one is skipped;
 *   <li>a user message directly behind results marks their calls as {@code stopped}, any other message does not.
 * </ol>
 *
 * <p><em>Does nothing when</em> the span has no calls. <em>Threads</em>: immutable. <em>On failure</em>: throws
 * nothing. Of calls that share an id only the last one gets the result, so callers pass messages whose calls have ids
 * of their own.
 *
 * @param action the work of the call, read from its name and arguments
 * @param sequence the sequence number of the message with the call
 * @param result the message with the result; {@code null} if none came
 * @param stopped true if the user's next message follows the result, so that the assistant did not continue
 * @see Trail
 * @see ToolCalls
 */
record AnsweredCall(ToolAction action, long sequence, @Nullable Entry result, boolean stopped) {
    /** How the text of a failed result begins, in lower case: for frameworks that do not mark a result as an error. */
    private static final List<String> FAILURES =
            List.of("error", "failed", "exception", "traceback", "{\"error\"", "fatal:");
    /** Longest line of a result that is returned, in UTF-16 units. */
    private static final int LONGEST_LINE = 100;
    /** UTF-16 units at the end of a result in which its last line is looked for: a bound on time, not on the line. */
    private static final int LONGEST_END = 2_000;

    /** The calls of a span, in order; {@code tools} is the work of tools that the application has set, by name. */
    static List<AnsweredCall> of(List<Entry> span, Map<String, Work> tools) {
        List<AnsweredCall> calls = new ArrayList<>();
        Map<String, Integer> open = new HashMap<>();
        List<Integer> latest = new ArrayList<>();
        for (Entry entry : span) {
            Role role = entry.message().role();
            for (ToolCall call : entry.message().toolCalls()) {
                open.put(call.id(), calls.size());
                calls.add(new AnsweredCall(ToolAction.of(call, tools.get(call.name())), entry.sequence(), null, false));
            }
            Integer answered = role == Role.TOOL ? open.remove(entry.message().toolCallId()) : null;
            if (answered != null) {
                AnsweredCall call = calls.get(answered);
                calls.set(answered, new AnsweredCall(call.action, call.sequence, entry, false));
                latest.add(answered);
            }
            if (role == Role.USER) {
                latest.forEach(at -> calls.set(at, calls.get(at).withStop()));
            }
            if (role != Role.TOOL) {
                latest.clear();
            }
        }
        return calls;
    }

    private AnsweredCall withStop() {
        return new AnsweredCall(action, sequence, result, true);
    }

    /** The sequence numbers of the call and, if it came, of the result. */
    List<Long> sources() {
        return result == null ? List.of(sequence) : List.of(sequence, result.sequence());
    }

    /** The text of the result; empty if none came. */
    String text() {
        return result == null ? "" : result.message().text().strip();
    }

    /** True if the result is marked as an error or begins as one. */
    boolean failed() {
        String text = text();
        String head = text.substring(0, Math.min(text.length(), 40)).toLowerCase(Locale.ROOT);
        return result != null && (result.message().error() || FAILURES.stream().anyMatch(head::startsWith));
    }

    /** The beginning of the first line of the result, an ellipsis in place of {@code object}; empty if none came. */
    String firstLine(String object) {
        String line = text().lines().findFirst().orElse("").strip();
        return Letters.head(object.isEmpty() ? line : line.replace(object, "…"), LONGEST_LINE);
    }

    /** The beginning of the last line of the result; empty if none came. */
    String lastLine() {
        String text = text();
        String end = text.substring(Math.max(0, text.length() - LONGEST_END)).stripTrailing();
        String last = end.substring(end.lastIndexOf('\n') + 1).strip();
        return last.substring(0, Math.min(last.length(), LONGEST_LINE));
    }
}
