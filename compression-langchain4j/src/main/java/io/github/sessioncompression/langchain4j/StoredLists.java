package io.github.sessioncompression.langchain4j;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import io.github.sessioncompression.lists.MessageLists;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.text.LogText;
import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lists of a {@link ChatMemoryStore} as the core reads and writes them.
 *
 * <p>A store whose methods refuse, as they may since LangChain4j 1.20, is asked by its asynchronous ones, and waited for. Asynchronous
 * calls of a memory come here on a thread of this library's own.
 */
record StoredLists(ChatMemoryStore store, MessageMapper mapper, MemoryIds ids) implements MessageLists<ChatMessage> {
    private static final Logger log = LoggerFactory.getLogger(StoredLists.class);

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
        Object messages = under(conversationId, id -> ask(() -> store.getMessages(id), GET, id));
        return messages == null ? List.of() : (List<ChatMessage>) messages;
    }

    @Override
    public void save(String conversationId, List<ChatMessage> messages) {
        under(conversationId, id -> {
            tell(() -> store.updateMessages(id, messages), UPDATE, id, messages);
            return null;
        });
    }

    @Override
    public void delete(String conversationId) {
        under(conversationId, id -> {
            tell(() -> store.deleteMessages(id), DELETE, id);
            return null;
        });
    }

    /** Calls the store with the id of a name; again with one of another class if it takes no texts, and the name is this library's own. */
    private @Nullable Object under(String name, Function<Object, @Nullable Object> call) {
        Object id = ids.storedAs(name);
        try {
            return call.apply(id);
        } catch (ClassCastException | IllegalArgumentException refused) {
            if (!ids.isOwn(name, id)) {
                throw refused;
            }
            if (ids.refuseTexts()) {
                log.info(
                        "{} takes no texts as ids ({}): this library's own lists, of earlier sessions, users and"
                                + " single services, are kept under negative numbers or UUIDs made from their names (said"
                                + " once).",
                        store.getClass().getName(),
                        refused.getClass().getSimpleName());
            }
            return call.apply(ids.made(name)
                    .orElseThrow(() -> new IllegalStateException(
                            store.getClass().getName() + " refused a text as the id of '" + LogText.name(name)
                                    + "', a list of this library's own: keep chats under texts, Longs or UUIDs, or use"
                                    + " a SessionStore",
                            refused)));
        }
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

    /** The answer at once, or else of the asynchronous method; the first refusal if the store has none. */
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

    /** The store itself: users of the same store wait for one another. */
    @Override
    public Object identity() {
        return store;
    }
}
