package io.github.sessioncompression.langchain4j;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import io.github.sessioncompression.lists.MessageLists;
import io.github.sessioncompression.message.Message;
import java.util.List;

/**
 * The lists of a {@link ChatMemoryStore} as the core reads and writes them, also of one whose blocking methods refuse.
 */
record StoredLists(ChatMemoryStore store, MessageMapper mapper, MemoryIds ids) implements MessageLists<ChatMessage> {
    @Override
    public List<ChatMessage> load(String conversationId) {
        Object id = ids.idOf(conversationId);
        List<ChatMessage> messages = AsyncStoreCalls.ask(() -> store.getMessages(id), store, "getMessagesAsync", id);
        return messages == null ? List.of() : messages;
    }

    @Override
    public void save(String conversationId, List<ChatMessage> messages) {
        Object id = ids.idOf(conversationId);
        AsyncStoreCalls.ask(
                () -> {
                    store.updateMessages(id, messages);
                    return null;
                },
                store,
                "updateMessagesAsync",
                id,
                messages);
    }

    @Override
    public void delete(String conversationId) {
        Object id = ids.idOf(conversationId);
        AsyncStoreCalls.ask(
                () -> {
                    store.deleteMessages(id);
                    return null;
                },
                store,
                "deleteMessagesAsync",
                id);
    }

    @Override
    public Message read(ChatMessage message) {
        return mapper.stored(message);
    }

    @Override
    public ChatMessage write(Message message) {
        return mapper.fromCore(message);
    }

    /** The store itself: whoever uses the same store must wait for one another. */
    @Override
    public Object identity() {
        return store;
    }
}
