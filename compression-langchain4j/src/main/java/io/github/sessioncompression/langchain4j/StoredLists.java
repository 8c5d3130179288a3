package io.github.sessioncompression.langchain4j;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import io.github.sessioncompression.lists.MessageLists;
import io.github.sessioncompression.message.Message;
import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The lists of a {@link ChatMemoryStore} as the core reads and writes them.
 *
 * <p>A store whose methods refuse, as they may since LangChain4j 1.20, is asked by its asynchronous ones, and waited for. Asynchronous
 * calls of a memory come here on a thread of this library's own.
 */
record StoredLists(ChatMemoryStore store, MessageMapper mapper, MemoryIds ids) implements MessageLists<ChatMessage> {
    private static final @Nullable Method GET = ByName.find(ChatMemoryStore.class, "getMessagesAsync", Object.class);
    private static final @Nullable Method UPDATE =
            ByName.find(ChatMemoryStore.class, "updateMessagesAsync", Object.class, List.class);
    private static final @Nullable Method DELETE =
            ByName.find(ChatMemoryStore.class, "deleteMessagesAsync", Object.class);
    /** Thrown by asynchronous methods that a store does not override. */
    private static final String NOT_SUPPORTED = "dev.langchain4j.exception.AsyncNotSupportedException";

    @Override
    @SuppressWarnings("unchecked") // by the method's declaration
    public List<ChatMessage> load(String conversationId) {
        Object id = ids.idOf(conversationId);
        Object messages = ask(() -> store.getMessages(id), GET, id);
        return messages == null ? List.of() : (List<ChatMessage>) messages;
    }

    @Override
    public void save(String conversationId, List<ChatMessage> messages) {
        Object id = ids.idOf(conversationId);
        tell(() -> store.updateMessages(id, messages), UPDATE, id, messages);
    }

    @Override
    public void delete(String conversationId) {
        Object id = ids.idOf(conversationId);
        tell(() -> store.deleteMessages(id), DELETE, id);
    }

    private void tell(Runnable atOnce, @Nullable Method asynchronous, Object... arguments) {
        ask(
                () -> {
                    atOnce.run();
                    return null;
                },
                asynchronous,
                arguments);
    }

    /** The answer at once, or else of the asynchronous method; the first refusal where the store has none. */
    private @Nullable Object ask(
            Supplier<@Nullable Object> atOnce, @Nullable Method asynchronous, Object... arguments) {
        try {
            return atOnce.get();
        } catch (UnsupportedOperationException refused) {
            if (asynchronous == null) {
                throw refused;
            }
            try {
                CompletionStage<?> stage = (CompletionStage<?>) ByName.call(asynchronous, store, arguments);
                return stage == null ? null : stage.toCompletableFuture().join();
            } catch (RuntimeException e) {
                Throwable cause = e instanceof CompletionException && e.getCause() != null ? e.getCause() : e;
                if (cause instanceof Error error) {
                    throw error;
                }
                if (cause.getClass().getName().equals(NOT_SUPPORTED)) {
                    throw refused;
                }
                throw cause instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(cause);
            }
        }
    }

    @Override
    public Message read(ChatMessage message) {
        return mapper.stored(message);
    }

    @Override
    public ChatMessage write(Message message) {
        return ThinkingParts.stored(mapper.fromCore(message), message.thinkingPrefix());
    }

    /** The store itself: whoever uses the same store must wait for one another. */
    @Override
    public Object identity() {
        return store;
    }
}
