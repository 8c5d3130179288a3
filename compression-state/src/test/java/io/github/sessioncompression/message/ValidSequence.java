package io.github.sessioncompression.message;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.json.JsonSyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Says whether every provider would accept a sequence of messages; for tests, written without the code it judges.
 *
 * <p>Valid is: after any system messages the first is a user's; tool results only directly after an assistant message with
 * calls, or after another result of it; and whenever something else follows, its calls and the results match one to one. At
 * the very end calls may be open. A result matches a call of the same id. Each call has an id that no other call has, and a name. But for
 * system messages, a user's message follows an answer, and an answer a user's message or a result.
 *
 * <p>No message is blank but for media and calls; no text has half of a surrogate pair; arguments are a JSON object.
 */
public final class ValidSequence {
    private ValidSequence() {}

    /**
     * Checks a sequence.
     *
     * @throws AssertionError if it is not valid, naming each problem with the position, 0 for the first
     */
    public static void check(List<Message> messages) {
        List<String> problems = problems(messages);
        if (!problems.isEmpty()) {
            throw new AssertionError("not a valid sequence: " + problems);
        }
    }

    /** Problems of a sequence; empty if it is valid. */
    public static List<String> problems(List<Message> messages) {
        List<String> problems = new ArrayList<>();
        firstIsUser(messages, problems);
        callsAreNamed(messages, problems);
        alternates(messages, problems);
        for (int i = 0; i < messages.size(); i++) {
            contents(i, messages.get(i), problems);
        }
        for (int i = 0; i < messages.size(); i++) {
            if (messages.get(i).role() == Role.TOOL) {
                Message before = i == 0 ? Message.user("") : messages.get(i - 1);
                if (before.role() != Role.TOOL && !before.callsTools()) {
                    problems.add(i + ": a result that follows neither calls nor a result");
                }
            } else if (messages.get(i).callsTools()) {
                group(messages, i, problems);
            }
        }
        return problems;
    }

    private static void firstIsUser(List<Message> messages, List<String> problems) {
        for (int i = 0; i < messages.size(); i++) {
            Role role = messages.get(i).role();
            if (role != Role.SYSTEM) {
                if (role != Role.USER) {
                    problems.add(i + ": the chat begins with " + role);
                }
                return;
            }
        }
    }

    private static void callsAreNamed(List<Message> messages, List<String> problems) {
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < messages.size(); i++) {
            for (ToolCall call : messages.get(i).toolCalls()) {
                if (call.id().isBlank() || !ids.add(call.id())) {
                    problems.add(i + ": the id of a call is blank or another one's: " + call.id());
                }
                if (call.name().isBlank()) {
                    problems.add(i + ": a call without a name");
                }
            }
        }
    }

    private static void alternates(List<Message> messages, List<String> problems) {
        Role before = Role.ASSISTANT;
        for (int i = 0; i < messages.size(); i++) {
            Role role = messages.get(i).role();
            boolean repeats =
                    switch (role) {
                        case SYSTEM, TOOL -> false;
                        case USER -> before != Role.ASSISTANT;
                        case ASSISTANT -> before == Role.ASSISTANT;
                    };
            if (repeats) {
                problems.add(i + ": " + role + " after " + before);
            }
            before = role == Role.SYSTEM ? before : role;
        }
    }

    private static void contents(int index, Message message, List<String> problems) {
        if (message.text().replaceAll("[\\s\\p{Z}\\p{Cc}\\p{Cf}]", "").isEmpty()
                && message.mediaCount() == 0
                && !message.callsTools()) {
            problems.add(index + ": a blank message of " + message.role());
        }
        List<String> texts = new ArrayList<>(List.of(message.text()));
        for (ToolCall call : message.toolCalls()) {
            texts.add(call.arguments());
            try {
                Json.parseObject(call.arguments());
            } catch (JsonSyntaxException e) {
                problems.add(index + ": arguments that are no object: " + call.arguments());
            }
        }
        for (String text : texts) {
            if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
                problems.add(index + ": half of a surrogate pair");
            }
        }
    }

    private static void group(List<Message> messages, int start, List<String> problems) {
        int end = start + 1;
        while (end < messages.size() && messages.get(end).role() == Role.TOOL) {
            end++;
        }
        List<ToolCall> calls = messages.get(start).toolCalls();
        List<Message> results = messages.subList(start + 1, end);
        int matched = matching(calls, results);
        if (matched < results.size()) {
            problems.add(start + ": " + (results.size() - matched) + " results without a call");
        }
        if (matched < calls.size() && end < messages.size()) {
            problems.add(start + ": " + (calls.size() - matched) + " calls without a result");
        }
    }

    // The largest matching, by augmenting paths: it says what is possible, not what one order of pairing finds.
    private static int matching(List<ToolCall> calls, List<Message> results) {
        int[] resultOf = new int[calls.size()];
        Arrays.fill(resultOf, -1);
        int matched = 0;
        for (int r = 0; r < results.size(); r++) {
            if (place(r, calls, results, resultOf, new boolean[calls.size()])) {
                matched++;
            }
        }
        return matched;
    }

    private static boolean place(int r, List<ToolCall> calls, List<Message> results, int[] resultOf, boolean[] tried) {
        for (int c = 0; c < calls.size(); c++) {
            if (!tried[c] && fits(calls.get(c), results.get(r))) {
                tried[c] = true;
                if (resultOf[c] < 0 || place(resultOf[c], calls, results, resultOf, tried)) {
                    resultOf[c] = r;
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean fits(ToolCall call, Message result) {
        return call.id().equals(result.toolCallId())
                && (result.name() == null || result.name().equals(call.name()));
    }
}
