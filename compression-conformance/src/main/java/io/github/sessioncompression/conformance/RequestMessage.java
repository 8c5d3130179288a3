package io.github.sessioncompression.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * One message of a request to a chat model, reduced to what providers' rules are about.
 *
 * @param role role of its sender
 * @param text its text; parts that are no text are names in brackets, such as {@code [ImageContent]}
 * @param calls ids of the tool calls of an assistant message, in order
 * @param answers id of the tool call that a tool message answers; empty in other messages
 */
public record RequestMessage(Role role, String text, List<String> calls, String answers) {
    private static final int SHOWN = 24;
    private static final int FIRST = 4;
    private static final int LAST = 4;

    /** Role of a message. */
    public enum Role {
        /** Instructions of the application. */
        SYSTEM,
        /** A question or other input of the user. */
        USER,
        /** An answer of the model, or its tool calls. */
        ASSISTANT,
        /** The result of one tool call. */
        TOOL
    }

    /** Copies the list of calls. */
    public RequestMessage {
        Objects.requireNonNull(role, "role");
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(answers, "answers");
        calls = List.copyOf(calls);
    }

    /** A system message. */
    public static RequestMessage system(String text) {
        return new RequestMessage(Role.SYSTEM, text, List.of(), "");
    }

    /** A user message. */
    public static RequestMessage user(String text) {
        return new RequestMessage(Role.USER, text, List.of(), "");
    }

    /** An assistant message with text, tool calls or both. */
    public static RequestMessage assistant(String text, String... calls) {
        return new RequestMessage(Role.ASSISTANT, text, List.of(calls), "");
    }

    /** The result of the tool call with the id {@code answers}. */
    public static RequestMessage tool(String answers, String text) {
        return new RequestMessage(Role.TOOL, text, List.of(), answers);
    }

    /**
     * Messages in one line, as failures of the contracts show them: {@code system; user "Hello"; calls c1, c2; result of c1}. Of more than
     * {@value #FIRST} and {@value #LAST} only the first and the last are shown.
     */
    static String line(List<RequestMessage> messages) {
        if (messages.isEmpty()) {
            return "no message";
        }
        int left = messages.size() - FIRST - LAST;
        List<String> shown = new ArrayList<>();
        for (int i = 0; i < messages.size(); i++) {
            if (left <= 1 || i < FIRST || i >= FIRST + left) {
                shown.add(messages.get(i).brief());
            } else if (i == FIRST) {
                shown.add("… " + left + " more …");
            }
        }
        return String.join("; ", shown);
    }

    private String brief() {
        return switch (role) {
            case SYSTEM -> "system";
            case TOOL -> "result of " + answers;
            case ASSISTANT -> calls.isEmpty() ? "assistant " + quoted() : "calls " + String.join(", ", calls);
            case USER -> "user " + quoted();
        };
    }

    private String quoted() {
        String start = text.lines().findFirst().orElse("");
        int end = start.indexOf('.') < 0 ? start.length() : start.indexOf('.');
        return '"' + start.substring(0, Math.min(end, SHOWN)) + '"';
    }
}
