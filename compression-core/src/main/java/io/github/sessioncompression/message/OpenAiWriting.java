package io.github.sessioncompression.message;

import io.github.sessioncompression.message.Message.FormerSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns messages into the objects of OpenAI's chat format. */
final class OpenAiWriting {
    private OpenAiWriting() {}

    static Map<?, ?> json(Message message) {
        if (message.source() instanceof Map<?, ?> read && read.get("role") instanceof String) {
            return read;
        }
        if (message.role() != Role.SYSTEM
                && message.source() instanceof FormerSource former
                && former.own() instanceof Map<?, ?> read
                && read.get("role") instanceof String) {
            return withCalls(read, message);
        }
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("role", message.role().name().toLowerCase(Locale.ROOT));
        if (message.name() != null) {
            json.put("name", message.name());
        }
        json.put("content", message.text().isEmpty() && message.callsTools() ? null : message.text());
        if (message.callsTools()) {
            json.put("tool_calls", toolCalls(message.toolCalls()));
        }
        if (!message.toolCallId().isEmpty()) {
            json.put("tool_call_id", message.toolCallId());
        }
        if (message.id() != null) {
            json.put("id", message.id());
        }
        if (message.timestamp() != null) {
            json.put("timestamp", message.timestamp().toString());
        }
        return json;
    }

    private static Map<?, ?> withCalls(Map<?, ?> read, Message message) {
        Map<Object, @Nullable Object> json = new LinkedHashMap<>(read);
        if (message.callsTools()) {
            json.put("tool_calls", toolCalls(message.toolCalls()));
        } else {
            json.put("tool_call_id", message.toolCallId());
            json.computeIfPresent("name", (key, former) -> message.name());
        }
        return json;
    }

    private static List<Map<String, Object>> toolCalls(List<ToolCall> calls) {
        return calls.stream().map(OpenAiWriting::toolCall).toList();
    }

    private static Map<String, Object> toolCall(ToolCall call) {
        Map<String, Object> json = new LinkedHashMap<>();
        if (!call.id().isEmpty()) {
            json.put("id", call.id());
        }
        json.put("type", "function");
        Map<String, Object> function = new LinkedHashMap<>();
        function.put("name", call.name());
        function.put("arguments", call.arguments());
        json.put("function", function);
        return json;
    }
}
