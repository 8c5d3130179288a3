package io.github.sessioncompression.stub;

import static io.github.sessioncompression.stub.Wire.asObject;
import static io.github.sessioncompression.stub.Wire.contents;
import static io.github.sessioncompression.stub.Wire.objects;
import static io.github.sessioncompression.stub.Wire.text;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.json.JsonSyntaxException;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The order and completeness of a request's messages, checked in one pass. Belongs to one request. */
final class MessageRules {
    private final List<Map<String, @Nullable Object>> messages;
    private final boolean repeatedRoles;
    private final Set<String> allCalls = new HashSet<>();
    private final Set<String> open = new LinkedHashSet<>();
    private String before = "";

    MessageRules(List<Map<String, @Nullable Object>> messages, boolean repeatedRoles) {
        this.messages = messages;
        this.repeatedRoles = repeatedRoles;
    }

    /** First violated rule, or empty. */
    Optional<String> objection() {
        for (int i = 0; i < messages.size(); i++) {
            String wrong = wrongAt(i, messages.get(i));
            if (wrong != null) {
                return Optional.of("Invalid 'messages[" + i + "]': " + wrong);
            }
        }
        if (!open.isEmpty()) {
            return Optional.of(unanswered());
        }
        if (!before.equals("user") && !before.equals("tool")) {
            return Optional.of("the last of 'messages' must be from the user or a tool, but is from '" + before + "'");
        }
        return Optional.empty();
    }

    private @Nullable String wrongAt(int index, Map<String, @Nullable Object> message) {
        String role = text(message.get("role"));
        if (!open.isEmpty() && !role.equals("tool")) {
            return unanswered();
        }
        String wrong =
                switch (role) {
                    case "system", "developer" ->
                        index == 0 ? empty(message) : "a system message must be the first message, and the only one";
                    case "user" -> user(message);
                    case "assistant" -> assistant(message);
                    case "tool" -> result(message);
                    default -> "unknown role '" + role + "'";
                };
        before = role;
        return wrong;
    }

    private String unanswered() {
        return "An assistant message with 'tool_calls' must be followed by tool messages responding to each "
                + "'tool_call_id'. The following tool_call_ids did not have response messages: "
                + String.join(", ", open);
    }

    private @Nullable String user(Map<String, @Nullable Object> message) {
        if (before.equals("user") && !repeatedRoles) {
            return "roles must alternate between user and assistant, but two user messages are in a row";
        }
        if (before.equals("tool") && !repeatedRoles) {
            return "unexpected role 'user' after role 'tool'";
        }
        return message.get("content") instanceof List<?> parts && !parts.isEmpty() ? null : empty(message);
    }

    private @Nullable String assistant(Map<String, @Nullable Object> message) {
        boolean repeats = repeatedRoles && before.equals("assistant");
        if (!before.equals("user") && !before.equals("tool") && !repeats) {
            return "an assistant message must follow a user message or a tool result, but follows '" + before + "'";
        }
        List<Map<String, @Nullable Object>> calls = objects(message.get("tool_calls"));
        if (calls.isEmpty()) {
            return empty(message);
        }
        for (Map<String, @Nullable Object> call : calls) {
            String id = text(call.get("id"));
            Map<String, @Nullable Object> function = asObject(call.get("function"));
            if (id.isBlank() || !allCalls.add(id)) {
                return "tool call id '" + id + "' is blank or occurs twice";
            }
            if (!"function".equals(call.get("type"))
                    || !text(function.get("name")).matches("[a-zA-Z0-9_-]{1,64}")) {
                return "tool call '" + id + "' names no function";
            }
            try {
                Json.parseObject(text(function.get("arguments")));
            } catch (JsonSyntaxException e) {
                return "the arguments of tool call '" + id + "' are not a JSON object";
            }
            open.add(id);
        }
        return null;
    }

    private @Nullable String result(Map<String, @Nullable Object> message) {
        String id = text(message.get("tool_call_id"));
        if (!before.equals("assistant") && !before.equals("tool")) {
            return "messages with role 'tool' must be a response to a preceding message with 'tool_calls'";
        }
        if (!open.remove(id)) {
            return "tool_call_id '" + id + "' answers no open call of the message before";
        }
        return message.get("content") == null ? "a tool result needs contents" : null;
    }

    private static @Nullable String empty(Map<String, @Nullable Object> message) {
        return contents(message.get("content")).isBlank() ? "contents must not be empty" : null;
    }
}
