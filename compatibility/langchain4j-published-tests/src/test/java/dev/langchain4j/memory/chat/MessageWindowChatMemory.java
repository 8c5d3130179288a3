package dev.langchain4j.memory.chat;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import io.github.sessioncompression.langchain4j.ChatWindow;
import io.github.sessioncompression.langchain4j.CompressingChatMemory;
import io.github.sessioncompression.langchain4j.published.Windowed;
import java.util.List;
import java.util.function.Function;

/** LangChain4j's class of this name, as far as its published tests use it, with our memory inside. */
public final class MessageWindowChatMemory implements ChatMemory {
    private final CompressingChatMemory memory;

    private MessageWindowChatMemory(Builder builder) {
        memory = builder.windowed.memory(ChatWindow.messages(builder.maxMessages::apply));
    }

    public static Builder builder() {
        return new Builder();
    }

    public static MessageWindowChatMemory withMaxMessages(int maxMessages) {
        return builder().maxMessages(maxMessages).build();
    }

    @Override
    public Object id() {
        return memory.id();
    }

    @Override
    public void add(ChatMessage message) {
        memory.add(message);
    }

    @Override
    public void add(Iterable<ChatMessage> messages) {
        memory.add(messages);
    }

    @Override
    public void set(Iterable<ChatMessage> messages) {
        memory.set(messages);
    }

    @Override
    public List<ChatMessage> messages() {
        return memory.messages();
    }

    @Override
    public void clear() {
        memory.clear();
    }

    public static final class Builder {
        private final Windowed windowed = new Windowed();
        private Function<Object, Integer> maxMessages = id -> 0;

        public Builder id(Object id) {
            windowed.id(id);
            return this;
        }

        public Builder maxMessages(Integer newMax) {
            return dynamicMaxMessages(id -> newMax);
        }

        public Builder dynamicMaxMessages(Function<Object, Integer> newMax) {
            maxMessages = newMax;
            return this;
        }

        public Builder chatMemoryStore(ChatMemoryStore store) {
            windowed.store(store);
            return this;
        }

        /** Ours always does. */
        public Builder alwaysKeepSystemMessageFirst(Boolean first) {
            return this;
        }

        public MessageWindowChatMemory build() {
            return new MessageWindowChatMemory(this);
        }
    }
}
