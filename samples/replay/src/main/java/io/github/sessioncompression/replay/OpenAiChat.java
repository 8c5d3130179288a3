package io.github.sessioncompression.replay;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.json.JsonFields;
import io.github.sessioncompression.json.JsonFields.JsonFormatException;
import io.github.sessioncompression.json.JsonSyntaxException;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Transcripts as JSON in OpenAI's chat format, in and out: an array of messages, an object {@code {"messages": [...]}}, or JSON Lines.
 *
 * <p>Text parts are joined by a line break, thinking is left out, any other part (image, sound, file) counts as a medium. Beside OpenAI's
 * fields a message may have an {@code id} and a {@code timestamp} in ISO 8601, in UTC where it names no zone. The parsed object is the message's
 * source and what is written, so that nothing of it is lost.
 */
final class OpenAiChat {
    private static final String MESSAGES = "messages";
    private static final Set<String> TEXTS = Set.of("text", "input_text", "output_text");
    private static final Set<String> THINKING = Set.of("thinking", "redacted_thinking", "reasoning");
    private static final int QUOTED_LENGTH = 40;
    private static final DateTimeFormatter TIME = DateTimeFormatter.ISO_DATE_TIME.withZone(ZoneOffset.UTC);

    /** The calls that wait for their results. */
    private List<ToolCall> open = new ArrayList<>();

    private OpenAiChat() {}

    /**
     * Reads a transcript.
     *
     * @return one message or more
     * @throws InputException if it is no transcript; the message says where and why, on one line
     */
    static List<Message> read(String text) throws InputException {
        OpenAiChat reading = new OpenAiChat();
        List<Message> messages = new ArrayList<>();
        for (Object value : values(text)) {
            try {
                messages.add(reading.message(value));
            } catch (JsonFormatException fault) {
                throw new InputException("message " + (messages.size() + 1) + ": " + fault.getMessage());
            }
        }
        if (messages.isEmpty()) {
            throw new InputException("the transcript has no messages");
        }
        return messages;
    }

    private static List<?> values(String text) throws InputException {
        if (text.isBlank()) {
            return List.of();
        }
        try {
            Object value = Json.parse(text);
            Object list =
                    value instanceof Map<?, ?> wrapper && wrapper.containsKey(MESSAGES) ? wrapper.get(MESSAGES) : value;
            if (list instanceof List<?> messages) {
                return messages;
            }
            if (list != value) {
                throw new InputException(MESSAGES + " must be a list");
            }
            return Arrays.asList(value);
        } catch (JsonSyntaxException notOneValue) {
            return lines(text.lines().toList(), notOneValue);
        }
    }

    private static List<?> lines(List<String> lines, JsonSyntaxException notOneValue) throws InputException {
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            try {
                if (!lines.get(i).isBlank()) {
                    values.add(Json.parse(lines.get(i)));
                }
            } catch (JsonSyntaxException fault) {
                boolean isFirst = values.isEmpty();
                JsonSyntaxException told = isFirst ? notOneValue : fault;
                throw new InputException("line " + (isFirst ? told.line() : i + 1) + ": not JSON at column "
                        + told.column() + ": " + told.problem());
            }
        }
        return values;
    }

    private Message message(@Nullable Object value) {
        JsonFields json = JsonFields.of("message", value);
        Role role = role(json.text("role", ""));
        List<String> texts = new ArrayList<>();
        int media = readContent(json, texts);
        String callId = role == Role.TOOL ? json.text("tool_call_id", "") : "";
        String name = json.text("name", "");
        if (role == Role.TOOL) {
            ToolCall call = answered(callId, name);
            name = name.isEmpty() ? call.name() : name;
        }
        List<ToolCall> calls = calls(json);
        if (role != Role.ASSISTANT && !calls.isEmpty()) {
            throw new JsonFormatException("only an assistant message may have tool_calls");
        }
        open = role == Role.TOOL ? open : new ArrayList<>(calls);
        String id = json.value("id") instanceof Number number ? number.toString() : json.text("id", "");
        return new Message(
                role,
                String.join("\n", texts),
                calls,
                callId,
                false,
                media,
                emptyToNull(name),
                emptyToNull(id),
                timestamp(json.text("timestamp", "")),
                false,
                null,
                value);
    }

    private ToolCall answered(String callId, String name) {
        for (ToolCall call : open) {
            if (callId.isEmpty() ? name.isEmpty() || name.equals(call.name()) : callId.equals(call.id())) {
                open.remove(call);
                return call;
            }
        }
        throw new JsonFormatException(
                "a tool result without a call" + (callId.isEmpty() ? "" : " (tool_call_id " + quoted(callId) + ")"));
    }

    private static @Nullable String emptyToNull(String text) {
        return text.isEmpty() ? null : text;
    }

    private static Role role(String role) {
        return switch (role) {
            case "system", "developer" -> Role.SYSTEM;
            case "user" -> Role.USER;
            case "assistant" -> Role.ASSISTANT;
            case "tool", "function" -> Role.TOOL;
            case "" -> throw new JsonFormatException("a message without a role");
            default ->
                throw new JsonFormatException(
                        "unknown role " + quoted(role) + ", expected system, developer, user, assistant or tool");
        };
    }

    /** Collects the texts of a message and gives back the number of its media. */
    private static int readContent(JsonFields json, List<String> texts) {
        Object content = json.value("content");
        if (content == null || content instanceof String) {
            texts.add(content == null ? json.text("refusal", "") : (String) content);
            return 0;
        }
        int media = 0;
        for (JsonFields part : json.objects("content")) {
            String type = part.text("type", "");
            if (TEXTS.contains(type) || type.equals("refusal")) {
                texts.add(part.text(type.equals("refusal") ? type : "text", ""));
            } else if (!THINKING.contains(type)) {
                media++;
            }
        }
        return media;
    }

    private static List<ToolCall> calls(JsonFields json) {
        if (json.has("function_call") && !json.has("tool_calls")) {
            return List.of(call("", json.object("function_call"), "arguments"));
        }
        List<ToolCall> calls = new ArrayList<>();
        for (JsonFields call : json.objects("tool_calls")) {
            boolean custom = call.value("custom") instanceof Map;
            JsonFields function = call.object(custom ? "custom" : "function");
            calls.add(call(call.text("id", ""), function, custom ? "input" : "arguments"));
        }
        return calls;
    }

    private static ToolCall call(String id, JsonFields function, String argumentsKey) {
        String name = function.text("name", "");
        if (name.isEmpty()) {
            throw new JsonFormatException("a tool call without a name");
        }
        // Some tools store the arguments as an object rather than as the text the model wrote.
        Object arguments = function.value(argumentsKey);
        return new ToolCall(
                id, name, arguments instanceof Map ? Json.write(arguments) : function.text(argumentsKey, ""));
    }

    private static @Nullable Instant timestamp(String text) {
        try {
            return text.isEmpty() ? null : TIME.parse(text, Instant::from);
        } catch (DateTimeParseException noTime) {
            throw new JsonFormatException(
                    "timestamp " + quoted(text) + " is not an ISO 8601 date and time such as 2024-05-15T15:00:00Z");
        }
    }

    /** A short value as it may be shown to a person: on one line, cut, in quotes. */
    private static String quoted(String value) {
        String cut = value.length() <= QUOTED_LENGTH ? value : value.substring(0, QUOTED_LENGTH) + "…";
        return "'" + cut.replaceAll("\\p{Cntrl}", "?") + "'";
    }

    /** The messages as {@code {"messages": [...]}}, one message per line. */
    static String write(List<Message> messages) {
        return messages.stream()
                .map(message -> Json.write(json(message)))
                .collect(Collectors.joining(",\n", "{\"" + MESSAGES + "\":[\n", "\n]}\n"));
    }

    private static Map<?, ?> json(Message message) {
        if (message.source() instanceof Map<?, ?> read && read.containsKey("role")) {
            return read;
        }
        boolean calls = message.callsTools();
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("role", message.role().name().toLowerCase(Locale.ROOT));
        json.put("name", message.name());
        json.put("content", calls ? emptyToNull(message.text()) : message.text());
        json.put(
                "tool_calls",
                calls ? message.toolCalls().stream().map(OpenAiChat::json).toList() : null);
        json.put("tool_call_id", emptyToNull(message.toolCallId()));
        json.put("id", message.id());
        json.put(
                "timestamp",
                message.timestamp() == null ? null : message.timestamp().toString());
        json.entrySet()
                .removeIf(field -> field.getValue() == null && !field.getKey().equals("content"));
        return json;
    }

    private static Map<String, Object> json(ToolCall call) {
        Map<String, Object> function = new LinkedHashMap<>();
        function.put("name", call.name());
        function.put("arguments", call.arguments());
        Map<String, Object> json = new LinkedHashMap<>();
        if (!call.id().isEmpty()) {
            json.put("id", call.id());
        }
        json.put("type", "function");
        json.put("function", function);
        return json;
    }
}
