package dev.langchain4j.memory.chat;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.model.TokenCountEstimator;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import io.github.sessioncompression.langchain4j.ChatWindow;
import io.github.sessioncompression.langchain4j.CompressingChatMemory;
import io.github.sessioncompression.langchain4j.published.Windowed;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** LangChain4j's class of this name, as far as its published tests use it, with our memory inside. */
public final class TokenWindowChatMemory implements ChatMemory {
    private final CompressingChatMemory memory;

    private TokenWindowChatMemory(Builder builder) {
        memory = builder.windowed.memory(
                ChatWindow.tokens(builder.maxTokens::apply, Objects.requireNonNull(builder.estimator)));
    }

    public static Builder builder() {
        return new Builder();
    }

    public static TokenWindowChatMemory withMaxTokens(int maxTokens, TokenCountEstimator estimator) {
        return builder().maxTokens(maxTokens, estimator).build();
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
        private Function<Object, Integer> maxTokens = id -> 0;
        private @Nullable TokenCountEstimator estimator;

        public Builder id(Object id) {
            windowed.id(id);
            return this;
        }

        public Builder maxTokens(Integer newMax, TokenCountEstimator newEstimator) {
            return dynamicMaxTokens(id -> newMax, newEstimator);
        }

        public Builder dynamicMaxTokens(Function<Object, Integer> newMax, TokenCountEstimator newEstimator) {
            maxTokens = newMax;
            estimator = newEstimator;
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

        public TokenWindowChatMemory build() {
            return new TokenWindowChatMemory(this);
        }
    }
}
