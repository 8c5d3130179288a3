package io.github.sessioncompression.applications.quarkus;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import io.quarkus.runtime.BlockingOperationControl;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The application's own store, which notes who calls it where blocking is forbidden. */
@ApplicationScoped
public class WatchedStore implements ChatMemoryStore {
    private final Map<Object, List<ChatMessage>> chats = new ConcurrentHashMap<>();
    private final Queue<String> calls = new ConcurrentLinkedQueue<>();
    private final Queue<String> forbidden = new ConcurrentLinkedQueue<>();

    private void note(String call) {
        calls.add(call);
        if (!BlockingOperationControl.isBlockingAllowed()) {
            forbidden.add(call + " on " + Thread.currentThread().getName());
        }
    }

    @Override
    public List<ChatMessage> getMessages(Object memoryId) {
        note("get");
        return chats.getOrDefault(memoryId, List.of());
    }

    @Override
    public void updateMessages(Object memoryId, List<ChatMessage> messages) {
        note("update");
        chats.put(memoryId, List.copyOf(messages));
    }

    @Override
    public void deleteMessages(Object memoryId) {
        note("delete");
        chats.remove(memoryId);
    }

    Queue<String> calls() {
        return calls;
    }

    Queue<String> forbidden() {
        return forbidden;
    }
}
