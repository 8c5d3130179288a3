package io.github.sessioncompression.langchain4j;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import io.github.sessioncompression.lists.MessageLists;
import io.github.sessioncompression.message.Message;
import java.util.List;

/**
 * The lists of a {@link ChatMemoryStore} as the core reads and writes them.
 */
final class StoredLists implements MessageLists<ChatMessage> {
    private final ChatMemoryStore store;
    private final MessageMapper mapper;
    private final MemoryIds ids;

    StoredLists(ChatMemoryStore store, MessageMapper mapper, MemoryIds ids) {
        this.store = store;
        this.mapper = mapper;
        this.ids = ids;
    }

    @Override
    public List<ChatMessage> load(String conversationId) {
        List<ChatMessage> messages = store.getMessages(ids.idOf(conversationId));
        return messages == null ? List.of() : messages;
    }

    @Override
    public void save(String conversationId, List<ChatMessage> messages) {
        store.updateMessages(ids.idOf(conversationId), messages);
    }

    @Override
    public void delete(String conversationId) {
        store.deleteMessages(ids.idOf(conversationId));
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
