package io.github.sessioncompression.conformance;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.ai.chat.memory.ChatMemoryRepository;
import org.springframework.ai.chat.messages.Message;

/** A repository in memory that can be made to fail. */
class SwitchedChatMemoryRepository implements ChatMemoryRepository {
    private final Map<String, List<Message>> chats = new ConcurrentHashMap<>();
    private volatile boolean failing;

    /** Makes each operation throw, or work again. */
    void fail(boolean fails) {
        failing = fails;
    }

    @Override
    public List<String> findConversationIds() {
        check();
        return List.copyOf(chats.keySet());
    }

    @Override
    public List<Message> findByConversationId(String conversationId) {
        check();
        return chats.getOrDefault(conversationId, List.of());
    }

    @Override
    public void saveAll(String conversationId, List<Message> messages) {
        check();
        chats.put(conversationId, List.copyOf(messages));
    }

    @Override
    public void deleteByConversationId(String conversationId) {
        check();
        chats.remove(conversationId);
    }

    private void check() {
        if (failing) {
            throw new StoreFailure();
        }
    }
}
