package io.github.sessioncompression.langchain4j.published;

import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import io.github.sessioncompression.langchain4j.ChatWindow;
import io.github.sessioncompression.langchain4j.CompressingChatMemory;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.state.StateOptions;
import org.jspecify.annotations.Nullable;

/** Our memory as LangChain4j's windows are used: compression off, a window on, nothing added to the system message. */
public final class Windowed {
    private Object id = CompressingChatMemory.DEFAULT_ID;
    private @Nullable ChatMemoryStore store;

    /** With that id. */
    public void id(Object newId) {
        id = newId;
    }

    /** Over that store. */
    public void store(ChatMemoryStore newStore) {
        store = newStore;
    }

    /** The memory. */
    public CompressingChatMemory memory(ChatWindow window) {
        CompressingChatMemory.Builder builder = CompressingChatMemory.builder()
                .id(id)
                .policy(CompressionPolicy.forWindow(128_000)
                        .withEnabled(false)
                        .withState(StateOptions.defaults().withAwareness(false)))
                .windowWhenOff(window);
        if (store != null) {
            builder.chatMemoryStore(store);
        }
        return builder.build();
    }
}
