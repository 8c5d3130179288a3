package io.github.sessioncompression.langchain4j;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.store.memory.chat.ChatMemoryStore;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.lists.ListStores;
import io.github.sessioncompression.lists.SideStore;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.token.MessageTokens;
import io.github.sessioncompression.token.TokenOptions;
import java.time.InstantSource;
import java.util.function.Predicate;

/**
 * Keeps chats in a {@link ChatMemoryStore} that the application has already.
 *
 * <p>The builders of memory and provider do this by themselves; this is for a {@link SessionCompressor} that the application
 * wires:
 *
 * <pre>{@code
 * SessionCompressor compressor = SessionCompressor.builder()
 *         .policy(policy)
 *         .store(ChatMemoryStores.asSessionStore(chatMemoryStore))
 *         .build();
 * }</pre>
 *
 * <p>The list in the store holds every message, and the state as a pair of messages behind the part it covers. So the
 * chat continues in another process over the same store; readers of the store see the whole chat. A batch of messages
 * costs one {@code getMessages} and one {@code updateMessages}; a compression costs none and gets into the
 * list with the next message.
 */
public final class ChatMemoryStores {
    private ChatMemoryStores() {}

    /** Keeps chats in {@code store}, with the states' default schema and the default rule for pins. */
    public static SessionStore asSessionStore(ChatMemoryStore store) {
        return asSessionStore(store, StateOptions.defaults().schema());
    }

    /**
     * Keeps chats in {@code store}, with the default rule for pins.
     *
     * @param schema the schema of the policy's states, by which they are recognised in the store
     */
    public static SessionStore asSessionStore(ChatMemoryStore store, StateSchema schema) {
        return asSessionStore(store, schema, CompressingChatMemory.functionalToolResults());
    }

    /**
     * Keeps chats in {@code store}.
     *
     * <p>The store is asked by the memory ids that the application knows, except for ids that are neither texts nor numbers nor
     * UUIDs: those it gets as the texts by which {@link CompressingChatMemory#conversation()} is named. The builders of memory
     * and provider hand on every id as it is.
     *
     * @param schema the schema of the policy's states, by which they are recognised in the store
     * @param pin which messages stay verbatim in every view
     */
    public static SessionStore asSessionStore(ChatMemoryStore store, StateSchema schema, Predicate<ChatMessage> pin) {
        return asSessionStore(store, schema, pin, SideStore.none());
    }

    /**
     * Keeps chats in {@code store}, and beside it what a list can't hold.
     *
     * @param schema the schema of the policy's states, by which they are recognised in the store
     * @param pin which messages stay verbatim in every view
     * @param side where the rest is kept; its messages are best written by {@link ChatMessageSources#codec()}
     */
    public static SessionStore asSessionStore(
            ChatMemoryStore store, StateSchema schema, Predicate<ChatMessage> pin, SideStore side) {
        return ListStores.over(new StoredLists(store, new MessageMapper(pin), new MemoryIds()), side)
                .create(schema, MessageTokens.of(TokenOptions.defaults()), InstantSource.system());
    }
}
