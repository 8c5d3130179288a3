package io.github.sessioncompression.message;

import io.github.sessioncompression.json.Json;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.TemporalAccessor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads one message of OpenAI's chat format, and knows its place for the case of a fault. */
final class OpenAiReading {
    private static final int QUOTED_LENGTH = 40;
    private static final Set<String> THINKING = Set.of("thinking", "redacted_thinking", "reasoning");

    private final int line;
    private final int number;

    OpenAiReading(int line, int number) {
        this.line = line;
        this.number = number;
    }

    TranscriptFormatException fault(String problem) {
        return new TranscriptFormatException(line, number, problem);
    }

    Message message(@Nullable Object value) {
        Map<?, ?> json = object(value, "a message");
        Role role = role(json);
        List<ToolCall> calls = toolCalls(json);
        if (role != Role.ASSISTANT && !calls.isEmpty()) {
            throw fault("only an assistant message may have tool_calls");
        }
        String callId = role == Role.TOOL ? textOrEmpty(json, "tool_call_id") : "";
        Content content = content(json);
        return new Message(
                role,
                content.text,
                calls,
                callId,
                false,
                content.media,
                text(json, "name"),
                id(json),
                timestamp(json),
                false,
                json);
    }

    /** The result with the name of the call it answers, if it has none of its own. */
    Message answering(OpenCalls calls, Message result) {
        ToolCall call = calls.answer(result);
        if (call == null) {
            throw fault("a tool result without a call"
                    + (result.toolCallId().isEmpty() ? "" : " (tool_call_id " + quoted(result.toolCallId()) + ")"));
        }
        return result.name() == null && !call.name().isEmpty() ? result.withName(call.name()) : result;
    }

    private Role role(Map<?, ?> json) {
        if (!json.containsKey("role") && json.containsKey("messages")) {
            throw fault("messages must be a list");
        }
        String role = text(json, "role");
        if (role == null) {
            throw fault("a message without a role");
        }
        return switch (role) {
            case "system", "developer" -> Role.SYSTEM;
            case "user" -> Role.USER;
            case "assistant" -> Role.ASSISTANT;
            case "tool", "function" -> Role.TOOL;
            default ->
                throw fault("unknown role " + quoted(role) + ", expected system, developer, user, assistant or tool");
        };
    }

    private record Content(String text, int media) {}

    private Content content(Map<?, ?> json) {
        Object content = json.get("content");
        if (content == null) {
            return new Content(textOrEmpty(json, "refusal"), 0);
        }
        if (content instanceof String text) {
            return new Content(text, 0);
        }
        if (!(content instanceof List<?> parts)) {
            throw fault("content must be a text, null or a list of parts");
        }
        List<String> texts = new ArrayList<>();
        int media = 0;
        for (Object part : parts) {
            String text = partText(part);
            if (text == null) {
                media++;
            } else if (!text.isEmpty()) {
                texts.add(text);
            }
        }
        return new Content(String.join("\n", texts), media);
    }

    // Null for a medium. Kinds that are not known yet count as media: nothing else here could say what they cost.
    private @Nullable String partText(@Nullable Object value) {
        Map<?, ?> part = object(value, "a part of content");
        String type = text(part, "type");
        if (type == null) {
            throw fault("a part of content without a type");
        }
        if (THINKING.contains(type)) {
            return "";
        }
        if (type.equals("refusal")) {
            return textOrEmpty(part, "refusal");
        }
        boolean holdsText = type.equals("text") || type.equals("input_text") || type.equals("output_text");
        String text = holdsText ? text(part, "text") : null;
        if (holdsText && text == null) {
            throw fault("a text part without text");
        }
        return text;
    }

    private List<ToolCall> toolCalls(Map<?, ?> json) {
        Object calls = json.get("tool_calls");
        if (calls == null) {
            Object former = json.get("function_call");
            return former == null ? List.of() : List.of(function("", former));
        }
        if (!(calls instanceof List<?> list)) {
            throw fault("tool_calls must be a list");
        }
        List<ToolCall> read = new ArrayList<>(list.size());
        for (Object call : list) {
            read.add(toolCall(object(call, "a tool call")));
        }
        return read;
    }

    private ToolCall toolCall(Map<?, ?> call) {
        String id = textOrEmpty(call, "id");
        if (call.get("custom") instanceof Map<?, ?> custom) {
            return new ToolCall(id, toolName(custom), textOrEmpty(custom, "input"));
        }
        return function(id, call.get("function"));
    }

    private ToolCall function(String id, @Nullable Object value) {
        if (value == null) {
            throw fault("a tool call without a name");
        }
        Map<?, ?> function = object(value, "the function of a tool call");
        Object arguments = function.get("arguments");
        // Some tools store the arguments as an object rather than as the text the model wrote.
        String text = arguments instanceof Map<?, ?> ? Json.write(arguments) : textOrEmpty(function, "arguments");
        return new ToolCall(id, toolName(function), text);
    }

    private String toolName(Map<?, ?> function) {
        String name = textOrEmpty(function, "name");
        if (name.isEmpty()) {
            throw fault("a tool call without a name");
        }
        return name;
    }

    private @Nullable String id(Map<?, ?> json) {
        Object id = json.get("id");
        return id instanceof Long || id instanceof BigInteger ? id.toString() : text(json, "id");
    }

    private @Nullable Instant timestamp(Map<?, ?> json) {
        String text = text(json, "timestamp");
        if (text == null) {
            return null;
        }
        try {
            TemporalAccessor time =
                    DateTimeFormatter.ISO_DATE_TIME.parseBest(text, ZonedDateTime::from, LocalDateTime::from);
            return time instanceof ZonedDateTime zoned
                    ? zoned.toInstant()
                    : ((LocalDateTime) time).toInstant(ZoneOffset.UTC);
        } catch (DateTimeParseException e) {
            throw fault("timestamp " + quoted(text) + " is not an ISO 8601 date and time such as 2024-05-15T15:00:00Z");
        }
    }

    private Map<?, ?> object(@Nullable Object value, String what) {
        if (value instanceof Map<?, ?> json) {
            return json;
        }
        throw fault(what + " must be an object");
    }

    private String textOrEmpty(Map<?, ?> json, String key) {
        String text = text(json, key);
        return text == null ? "" : text;
    }

    private @Nullable String text(Map<?, ?> json, String key) {
        Object value = json.get(key);
        if (value == null || value instanceof String) {
            return (String) value;
        }
        throw fault(key + " must be a text");
    }

    /** A short value as it may be shown to a person: on one line, cut, in quotes. */
    private static String quoted(String value) {
        StringBuilder shown = new StringBuilder("'");
        value.codePoints()
                .limit(QUOTED_LENGTH)
                .map(c -> Character.isISOControl(c) ? '?' : c)
                .forEach(shown::appendCodePoint);
        return shown.append(value.codePointCount(0, value.length()) > QUOTED_LENGTH ? "…'" : "'")
                .toString();
    }
}
