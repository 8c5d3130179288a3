package io.github.sessioncompression.conformance;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A store in memory that can be made to fail. */
final class SwitchedChatMemoryStore implements ChatMemoryStore {
    private final Map<Object, List<ChatMessage>> chats = new ConcurrentHashMap<>();
    private volatile boolean failing;

    /** Makes each operation throw, or work again. */
    void fail(boolean fails) {
        failing = fails;
    }

    @Override
    public List<ChatMessage> getMessages(Object memoryId) {
        check();
        return chats.getOrDefault(memoryId, List.of());
    }

    @Override
    public void updateMessages(Object memoryId, List<ChatMessage> messages) {
        check();
        chats.put(memoryId, List.copyOf(messages));
    }

    @Override
    public void deleteMessages(Object memoryId) {
        check();
        chats.remove(memoryId);
    }

    private void check() {
        if (failing) {
            throw new StoreFailure();
        }
    }
}
