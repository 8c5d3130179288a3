package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.MessageCodec;
import io.github.sessioncompression.message.MessageCodec.SourceCodec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.content.Media;
import org.springframework.ai.content.MediaContent;

/**
 * Keeps what Spring AI's messages hold beyond their text, calls and results when a store writes messages: metadata and media.
 *
 * <p>A store in a database or in Redis is built with it, so that another process sends a model the same messages:
 *
 * <pre>{@code
 * JdbcSessionStore store = JdbcSessionStore.builder(dataSource)
 *         .messageCodec(MessageSources.codec())
 *         .build();
 * }</pre>
 *
 * <p>Of metadata those are kept that are texts, numbers, booleans, bytes, {@code null}, or lists and maps of such, up to
 * 1 Mi UTF-16 units a message, 10,000 values and 32 levels; a number may come back in another type ({@code Integer}, {@code Long} or {@code Double}).
 * Constants of an enum come back as their names, times, durations, UUIDs and URIs as texts.
 * Of media those are kept that hold bytes or a URI, up to 32 MiB a message. The rest is left out, which is logged once: as WARN, or as DEBUG if it
 * is an answer's metadata, which the provider's client has made. A message of a class
 * other than Spring AI's own comes back as Spring AI's message of its type. Only messages that hold more than the core's are written, and what is
 * damaged comes back as the core's message alone. Safe for use by many threads.
 */
public final class MessageSources {
    private static final MessageCodec CODEC = codec(new LeftOut());

    private MessageSources() {}

    /** Writes and reads messages with all their parts. */
    public static MessageCodec codec() {
        return CODEC;
    }

    /** One that reports to {@code leftOut} what it leaves out. */
    static MessageCodec codec(LeftOut leftOut) {
        return MessageCodec.with(new Json(leftOut));
    }

    private record Json(LeftOut leftOut) implements SourceCodec {
        private static final String METADATA = "metadata";
        private static final String MEDIA = "media";
        private static final String PLACE = "place";
        /** Classes whose constructors are known here; what other classes add is lost. */
        private static final Set<Class<?>> KNOWN = Set.of(
                UserMessage.class,
                AssistantMessage.class,
                SystemMessage.class,
                ToolResponseMessage.class,
                KeptResult.class);

        @Override
        public String format() {
            return "spring-ai/1";
        }

        @Override
        public @Nullable Object write(Object source, Message message) {
            if (!(source instanceof org.springframework.ai.chat.messages.Message own)) {
                return null;
            }
            if (!KNOWN.contains(own.getClass())) {
                leftOut.tell(own.getClass(), "not one of Spring AI's own messages");
            }
            try {
                return write(own, message);
            } catch (RuntimeException e) {
                leftOut.tell(
                        own.getClass(), "reading it failed with " + e.getClass().getName());
                return null;
            }
        }

        private @Nullable Object write(org.springframework.ai.chat.messages.Message own, Message message) {
            Map<String, @Nullable Object> json = new LinkedHashMap<>();
            Map<String, Object> metadata = own.getMetadata();
            if (metadata != null) {
                boolean isTheFrameworks = own instanceof AssistantMessage;
                putUnlessEmpty(json, METADATA, MetadataJson.write(metadata, isTheFrameworks, leftOut), Map.of());
            }
            if (own instanceof MediaContent content && content.getMedia() != null) {
                putUnlessEmpty(json, MEDIA, MediaJson.write(content.getMedia(), leftOut), List.of());
            }
            if (json.isEmpty()) {
                return null;
            }
            if (own instanceof ToolResponseMessage results) {
                json.put(PLACE, KeptResult.place(results, message));
            }
            return json;
        }

        private static void putUnlessEmpty(
                Map<String, @Nullable Object> json, String field, Object value, Object empty) {
            if (!value.equals(empty)) {
                json.put(field, value);
            }
        }

        @Override
        public @Nullable Object read(Object kept, Message message) {
            try {
                return kept instanceof Map<?, ?> json ? read(json, message) : null;
            } catch (RuntimeException damaged) {
                return null;
            }
        }

        /** Text, calls and results are the core's message's alone, so what was kept can't contradict them. */
        private static Object read(Map<?, ?> json, Message message) {
            Map<String, Object> metadata = MetadataJson.read(json.get(METADATA));
            List<Media> media = MediaJson.read(json.get(MEDIA));
            return switch (message.role()) {
                case SYSTEM ->
                    SystemMessage.builder()
                            .text(message.text())
                            .metadata(metadata)
                            .build();
                case USER ->
                    UserMessage.builder()
                            .text(message.text())
                            .metadata(metadata)
                            .media(media)
                            .build();
                case ASSISTANT ->
                    ThinkingParts.source(AssistantMessage.builder()
                            .content(message.text())
                            .properties(metadata)
                            .toolCalls(MessageMapper.calls(message))
                            .media(media)
                            .build());
                case TOOL -> KeptResult.of(message, metadata, json.get(PLACE));
            };
        }
    }
}
