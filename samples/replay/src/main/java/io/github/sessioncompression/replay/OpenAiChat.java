package io.github.sessioncompression.replay;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.json.JsonSyntaxException;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.TemporalAccessor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
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

    /** The number of the message that is being read, 1 for the first. */
    private int number;
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
            reading.number++;
            messages.add(reading.message(value));
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

    private InputException fault(String problem) {
        return new InputException("message " + number + ": " + problem);
    }

    private Message message(@Nullable Object value) throws InputException {
        Map<?, ?> json = object(value, "a message");
        Role role = role(text(json, "role"));
        List<String> texts = new ArrayList<>();
        int media = readContent(json, texts);
        String callId = role == Role.TOOL ? text(json, "tool_call_id") : "";
        String name = text(json, "name");
        if (role == Role.TOOL) {
            ToolCall call = answered(callId, name);
            name = name.isEmpty() ? call.name() : name;
        }
        List<ToolCall> calls = calls(json);
        if (role != Role.ASSISTANT && !calls.isEmpty()) {
            throw fault("only an assistant message may have tool_calls");
        }
        open = role == Role.TOOL ? open : new ArrayList<>(calls);
        String id = json.get("id") instanceof Number number ? number.toString() : text(json, "id");
        return new Message(
                role,
                String.join("\n", texts),
                calls,
                callId,
                false,
                media,
                emptyToNull(name),
                emptyToNull(id),
                timestamp(text(json, "timestamp")),
                false,
                json);
    }

    private ToolCall answered(String callId, String name) throws InputException {
        for (ToolCall call : open) {
            if (callId.isEmpty() ? name.isEmpty() || name.equals(call.name()) : callId.equals(call.id())) {
                open.remove(call);
                return call;
            }
        }
        throw fault(
                "a tool result without a call" + (callId.isEmpty() ? "" : " (tool_call_id " + quoted(callId) + ")"));
    }

    private static @Nullable String emptyToNull(String text) {
        return text.isEmpty() ? null : text;
    }

    private Role role(String role) throws InputException {
        return switch (role) {
            case "system", "developer" -> Role.SYSTEM;
            case "user" -> Role.USER;
            case "assistant" -> Role.ASSISTANT;
            case "tool", "function" -> Role.TOOL;
            case "" -> throw fault("a message without a role");
            default ->
                throw fault("unknown role " + quoted(role) + ", expected system, developer, user, assistant or tool");
        };
    }

    /** Collects the texts of a message and gives back the number of its media. */
    private int readContent(Map<?, ?> json, List<String> texts) throws InputException {
        Object content = json.get("content");
        if (content == null || content instanceof String) {
            texts.add(content == null ? text(json, "refusal") : (String) content);
            return 0;
        }
        if (!(content instanceof List<?> parts)) {
            throw fault("content must be a text, null or a list of parts");
        }
        int media = 0;
        for (Object part : parts) {
            Map<?, ?> fields = object(part, "a part of content");
            String type = text(fields, "type");
            if (TEXTS.contains(type)) {
                texts.add(text(fields, "text"));
            } else if (type.equals("refusal")) {
                texts.add(text(fields, "refusal"));
            } else if (!THINKING.contains(type)) {
                media++;
            }
        }
        return media;
    }

    private List<ToolCall> calls(Map<?, ?> json) throws InputException {
        Object former = json.get("function_call");
        Object calls = json.get("tool_calls");
        if (calls == null) {
            return former == null ? List.of() : List.of(call("", object(former, "a tool call"), "arguments"));
        }
        if (!(calls instanceof List<?> list)) {
            throw fault("tool_calls must be a list");
        }
        List<ToolCall> read = new ArrayList<>();
        for (Object each : list) {
            Map<?, ?> call = object(each, "a tool call");
            read.add(
                    call.get("custom") instanceof Map<?, ?> custom
                            ? call(text(call, "id"), custom, "input")
                            : call(
                                    text(call, "id"),
                                    object(call.get("function"), "the function of a tool call"),
                                    "arguments"));
        }
        return read;
    }

    private ToolCall call(String id, Map<?, ?> function, String argumentsKey) throws InputException {
        String name = text(function, "name");
        if (name.isEmpty()) {
            throw fault("a tool call without a name");
        }
        // Some tools store the arguments as an object rather than as the text the model wrote.
        Object arguments = function.get(argumentsKey);
        return new ToolCall(id, name, arguments instanceof Map ? Json.write(arguments) : text(function, argumentsKey));
    }

    private @Nullable Instant timestamp(String text) throws InputException {
        if (text.isEmpty()) {
            return null;
        }
        try {
            TemporalAccessor time =
                    DateTimeFormatter.ISO_DATE_TIME.parseBest(text, ZonedDateTime::from, LocalDateTime::from);
            return time instanceof ZonedDateTime zoned
                    ? zoned.toInstant()
                    : ((LocalDateTime) time).toInstant(ZoneOffset.UTC);
        } catch (DateTimeParseException noTime) {
            throw fault("timestamp " + quoted(text) + " is not an ISO 8601 date and time such as 2024-05-15T15:00:00Z");
        }
    }

    private Map<?, ?> object(@Nullable Object value, String what) throws InputException {
        if (value instanceof Map<?, ?> json) {
            return json;
        }
        throw fault(what + " must be an object");
    }

    /** A text; empty where there is none. */
    private String text(Map<?, ?> json, String key) throws InputException {
        Object value = json.get(key);
        if (value == null || value instanceof String) {
            return Objects.requireNonNullElse((String) value, "");
        }
        throw fault(key + " must be a text");
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
        Map<String, @Nullable Object> json =
                object("role", message.role().name().toLowerCase(Locale.ROOT), "name", message.name());
        json.put("content", message.callsTools() ? emptyToNull(message.text()) : message.text());
        json.putAll(object(
                "tool_calls",
                message.callsTools()
                        ? message.toolCalls().stream().map(OpenAiChat::json).toList()
                        : null,
                "tool_call_id",
                emptyToNull(message.toolCallId()),
                "id",
                message.id(),
                "timestamp",
                message.timestamp() == null ? null : message.timestamp().toString()));
        return json;
    }

    private static Map<String, @Nullable Object> json(ToolCall call) {
        return object(
                "id",
                emptyToNull(call.id()),
                "type",
                "function",
                "function",
                object("name", call.name(), "arguments", call.arguments()));
    }

    /** The keys and values, one after the other, without those whose value is null. */
    private static Map<String, @Nullable Object> object(@Nullable Object... fields) {
        Map<String, @Nullable Object> object = new LinkedHashMap<>();
        for (int i = 0; i < fields.length; i += 2) {
            if (fields[i + 1] != null) {
                object.put(String.valueOf(fields[i]), fields[i + 1]);
            }
        }
        return object;
    }
}
