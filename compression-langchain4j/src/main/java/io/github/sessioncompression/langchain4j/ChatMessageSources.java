package io.github.sessioncompression.langchain4j;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ChatMessageDeserializer;
import dev.langchain4j.data.message.ChatMessageSerializer;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.MessageCodec;
import io.github.sessioncompression.message.MessageCodec.SourceCodec;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps what LangChain4j's messages hold beyond their text, calls and results when a store writes messages: media, thinking, attributes.
 *
 * <p>A store in a database or in Redis is built with it, so that another process sends a model the same messages:
 *
 * <pre>{@code
 * JdbcSessionStore store = JdbcSessionStore.builder(dataSource)
 *         .messageCodec(ChatMessageSources.codec())
 *         .build();
 * }</pre>
 *
 * <p>Writes LangChain4j's own JSON, and only for messages that hold more than the core's. What that can't write is left out, with
 * a WARN. Safe for use by many threads.
 */
public final class ChatMessageSources {
    private static final MessageCodec CODEC = MessageCodec.with(new Json(new AtomicBoolean()));

    private ChatMessageSources() {}

    /** Writes and reads messages with all their parts. */
    public static MessageCodec codec() {
        return CODEC;
    }

    private record Json(AtomicBoolean warned) implements SourceCodec {
        private static final Logger LOG = LoggerFactory.getLogger(ChatMessageSources.class);

        @Override
        public String format() {
            return "langchain4j/1";
        }

        @Override
        public @Nullable Object write(Object source, Message message) {
            if (!(source instanceof ChatMessage own) || saysNoMore(own)) {
                return null;
            }
            try {
                return ChatMessageSerializer.messageToJson(own);
            } catch (RuntimeException e) {
                if (warned.compareAndSet(false, true)) {
                    LOG.warn(
                            "A message can't be written as LangChain4j's JSON ({}), so only its text, its calls and their"
                                    + " results are kept (said once)",
                            e.getClass().getName());
                }
                return null;
            }
        }

        /** True if the core's message holds everything. */
        private static boolean saysNoMore(ChatMessage message) {
            if (message instanceof UserMessage user) {
                return isText(user.contents()) && user.attributes().isEmpty();
            } else if (message instanceof AiMessage ai) {
                return ai.thinking() == null && ai.attributes().isEmpty();
            } else if (message instanceof ToolExecutionResultMessage result) {
                return isText(result.contents()) && result.attributes().isEmpty();
            }
            return message instanceof SystemMessage system
                    && SystemAttributes.of(system).isEmpty();
        }

        private static boolean isText(List<Content> contents) {
            return contents.size() == 1 && contents.get(0) instanceof TextContent;
        }

        /** Ignores what was kept unless it has the message's text, calls and results. */
        @Override
        public @Nullable Object read(Object kept, Message message) {
            try {
                ChatMessage own = ChatMessageDeserializer.messageFromJson((String) kept);
                Message said = MessageMapper.content(own);
                boolean same = said.role() == message.role()
                        && said.text().equals(message.text())
                        && said.toolCalls().equals(message.toolCalls())
                        && said.toolCallId().equals(message.toolCallId());
                return same ? ThinkingParts.source(own) : null;
            } catch (RuntimeException damaged) {
                return null;
            }
        }
    }
}
