package io.github.sessioncompression.message;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.json.JsonFields;
import io.github.sessioncompression.json.JsonFields.JsonFormatException;
import io.github.sessioncompression.message.Message.Parts;
import io.github.sessioncompression.message.Message.Thinking;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes messages as neutral, versioned JSON and reads them back, every part of them.
 *
 * <p>The JSON is ASCII-safe if it has to be: control characters and halves of surrogate pairs are escaped, so that it
 * survives any store for text. What was not set is left out. {@link Message#source()} is kept as far as a {@link SourceCodec} does
 * so, and dropped without one. Safe for use by many threads.
 *
 * <p><em>Algorithm</em>: {@link #toJson} writes a map with the fields that are set; {@link #read(JsonFields)} checks
 * the version and each field's type, builds the message, and lets the source codec restore the framework's message
 * under its own format name.
 *
 * <p><em>On failure</em>: {@link JsonFormatException} with the field's name and without content; a source that the
 * codec cannot restore leaves the message without one.
 *
 * <pre>{@code
 * String line = MessageCodec.neutral().write(Message.user("Hello"));   // {"version":1,"role":"user","text":"Hello"}
 * Message again = MessageCodec.neutral().read(line);
 * }</pre>
 *
 * @see Message
 */
public final class MessageCodec {
    /** The version of the format that is written; older ones are read, too. */
    public static final int VERSION = 1;

    private static final MessageCodec NEUTRAL = new MessageCodec(null);

    private final @Nullable SourceCodec sources;

    private MessageCodec(@Nullable SourceCodec sources) {
        this.sources = sources;
    }

    /** Keeps all but the source. */
    public static MessageCodec neutral() {
        return NEUTRAL;
    }

    /** Keeps the source, too, as {@code sources} does. */
    public static MessageCodec with(SourceCodec sources) {
        return new MessageCodec(sources);
    }

    /** The message as one line of JSON. */
    public String write(Message message) {
        return Json.writeEscaped(toJson(message));
    }

    /**
     * The message that {@link #write} wrote.
     *
     * @throws JsonFormatException if it is damaged or of a newer version; the exception names the field and repeats no content
     */
    public Message read(String json) {
        return read(JsonFields.parse("message", json));
    }

    /** The message as a value for {@link Json}, to be part of a document. */
    public Map<String, @Nullable Object> toJson(Message message) {
        Map<String, @Nullable Object> json = new LinkedHashMap<>();
        json.put("version", VERSION);
        json.put("role", message.role().name().toLowerCase(Locale.ROOT));
        json.put("text", message.text());
        if (message.callsTools()) {
            json.put(
                    "tool_calls",
                    message.toolCalls().stream().map(MessageCodec::toJson).toList());
        }
        if (!message.toolCallId().isEmpty()) {
            json.put("tool_call_id", message.toolCallId());
        }
        if (message.error()) {
            json.put("error", true);
        }
        if (message.mediaCount() > 0) {
            json.put("media", message.mediaCount());
        }
        putIfThere(json, "name", message.name());
        putIfThere(json, "id", message.id());
        putIfThere(json, "timestamp", message.timestamp());
        if (message.pinned()) {
            json.put("pinned", true);
        }
        Parts parts = message.parts();
        if (parts != null) {
            json.put("parts", Map.of("own", parts.own(), "found", parts.found()));
        }
        Object source = message.source() instanceof Thinking thinking ? thinking.own() : message.source();
        Object kept = source == null || sources == null ? null : sources.write(source, message);
        if (kept != null && sources != null) {
            json.put("source", Map.of(sources.format(), kept));
            putUnlessEmpty(json, "thinking_prefix", message.thinkingPrefix());
        }
        return json;
    }

    /**
     * The message that {@link #toJson} wrote, found in a document.
     *
     * @throws JsonFormatException as {@link #read(String)}
     */
    public Message read(JsonFields json) {
        json.requireVersion(VERSION);
        Message message;
        try {
            message = new Message(
                    role(json),
                    json.text("text"),
                    json.objects("tool_calls", MessageCodec::toolCall),
                    json.text("tool_call_id", ""),
                    json.flag("error"),
                    json.has("media") ? json.count("media") : 0,
                    json.textOrNull("name"),
                    json.textOrNull("id"),
                    json.has("timestamp") ? json.time("timestamp") : null,
                    json.flag("pinned"),
                    json.has("parts") ? parts(json.object("parts")) : null,
                    null);
        } catch (JsonFormatException named) {
            throw named;
        } catch (IllegalArgumentException contradictory) {
            throw new JsonFormatException("message has parts that don't fit its role");
        }
        if (sources == null || !json.has("source")) {
            return message;
        }
        Object kept = json.object("source").value(sources.format());
        return kept == null
                ? message
                : message.withSource(sources.read(kept, message)).withThinkingPrefix(json.text("thinking_prefix", ""));
    }

    private static Role role(JsonFields json) {
        String role = json.text("role");
        return Arrays.stream(Role.values())
                .filter(known -> known.name().toLowerCase(Locale.ROOT).equals(role))
                .findFirst()
                .orElseThrow(() -> new JsonFormatException("message.role must be one of the roles known here"));
    }

    private static Parts parts(JsonFields json) {
        return new Parts(json.text("own", ""), json.text("found", ""));
    }

    private static Map<String, Object> toJson(ToolCall call) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", call.id());
        json.put("name", call.name());
        json.put("arguments", call.arguments());
        return json;
    }

    private static ToolCall toolCall(JsonFields json) {
        return new ToolCall(json.text("id"), json.text("name"), json.text("arguments"));
    }

    /** Puts a text that is not empty. */
    private static void putUnlessEmpty(Map<String, @Nullable Object> json, String field, String value) {
        putIfThere(json, field, value.isEmpty() ? null : value);
    }

    private static void putIfThere(Map<String, @Nullable Object> json, String field, @Nullable Object value) {
        if (value != null) {
            json.put(field, value.toString());
        }
    }

    /**
     * Turns what only a framework's own message holds, {@link Message#source()}, into JSON and back: attributes, media, thinking.
     * Implemented by an adapter. Safe for use by many threads.
     */
    public interface SourceCodec {
        /** Name of this form of JSON, such as {@code langchain4j/1}; content under another name is not read. */
        String format();

        /**
         * The parts of a framework's message to keep, as a value for {@link Json}; {@code null} if the message comes back without a source.
         */
        @Nullable
        Object write(Object source, Message message);

        /**
         * The framework's message again; {@code null} if it can't be restored.
         *
         * @param kept the result of {@link #write}
         * @param message the neutral form, without a source
         */
        @Nullable
        Object read(Object kept, Message message);
    }
}
