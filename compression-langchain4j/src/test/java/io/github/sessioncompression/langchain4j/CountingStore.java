package io.github.sessioncompression.langchain4j;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** A store that counts its calls, and brings messages back as some kinds of store do. */
final class CountingStore implements ChatMemoryStore {
    private final Map<Object, List<ChatMessage>> chats = new ConcurrentHashMap<>();
    private final UnaryOperator<List<ChatMessage>> medium;
    private final AtomicInteger reads = new AtomicInteger();
    private final AtomicInteger writes = new AtomicInteger();

    /** One that keeps messages as they are. */
    CountingStore() {
        this(UnaryOperator.identity());
    }

    /** One whose lists go through {@code medium} when they are written. */
    CountingStore(UnaryOperator<List<ChatMessage>> medium) {
        this.medium = medium;
    }

    @Override
    public List<ChatMessage> getMessages(Object memoryId) {
        reads.incrementAndGet();
        return chats.getOrDefault(memoryId, List.of());
    }

    @Override
    public void updateMessages(Object memoryId, List<ChatMessage> messages) {
        writes.incrementAndGet();
        chats.put(memoryId, medium.apply(new ArrayList<>(messages)));
    }

    @Override
    public void deleteMessages(Object memoryId) {
        chats.remove(memoryId);
    }

    /** Messages kept under an id, without counting the call. */
    List<ChatMessage> kept(Object memoryId) {
        return chats.getOrDefault(memoryId, List.of());
    }

    /** The reads and writes since they were asked for last, as in {@code 1 read, 0 written}. */
    String calls() {
        return reads.getAndSet(0) + " read, " + writes.getAndSet(0) + " written";
    }
}
