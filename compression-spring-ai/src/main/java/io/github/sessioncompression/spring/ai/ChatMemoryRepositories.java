package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.lists.ListStores;
import io.github.sessioncompression.lists.SideStore;
import io.github.sessioncompression.message.MessageRules;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.token.MessageTokens;
import io.github.sessioncompression.token.TokenOptions;
import java.time.InstantSource;
import java.util.function.Predicate;
import org.springframework.ai.chat.memory.ChatMemoryRepository;
import org.springframework.ai.chat.messages.Message;
import org.springframework.util.Assert;

/**
 * Keeps chats in a {@link ChatMemoryRepository} that the application has already.
 *
 * <p>The memory's builder does this by itself; this is for a {@link SessionCompressor} that the application wires:
 *
 * <pre>{@code
 * SessionCompressor compressor = SessionCompressor.builder()
 *         .policy(policy)
 *         .store(ChatMemoryRepositories.asSessionStore(chatMemoryRepository))
 *         .build();
 * }</pre>
 *
 * <p>The repository holds every original message, and the state at its place in the chat. It is read and written once for each
 * batch added; a compression writes nothing, and gets there with the next message.
 */
public final class ChatMemoryRepositories {
    private ChatMemoryRepositories() {}

    /** Keeps chats in {@code repository}, with the states' default schema. */
    public static SessionStore asSessionStore(ChatMemoryRepository repository) {
        return asSessionStore(repository, StateOptions.defaults().schema());
    }

    /**
     * Keeps chats in {@code repository}.
     *
     * @param schema the schema of the policy's states, by which they are recognised in the repository
     */
    public static SessionStore asSessionStore(ChatMemoryRepository repository, StateSchema schema) {
        return asSessionStore(repository, schema, SideStore.none());
    }

    /**
     * Keeps chats in {@code repository}, and beside it what a list can't hold.
     *
     * @param schema the schema of the policy's states, by which they are recognised in the repository
     * @param side where the rest is kept; its messages are best written by {@link MessageSources#codec()}
     */
    public static SessionStore asSessionStore(ChatMemoryRepository repository, StateSchema schema, SideStore side) {
        return asSessionStore(repository, schema, MessageMapper.NO_RULES, side);
    }

    /**
     * Keeps chats in {@code repository}, and beside it what a list can't hold.
     *
     * @param schema the schema of the policy's states, by which they are recognised in the repository
     * @param pin which messages stay verbatim in every view
     * @param side where the rest is kept; its messages are best written by {@link MessageSources#codec()}
     */
    public static SessionStore asSessionStore(
            ChatMemoryRepository repository, StateSchema schema, Predicate<Message> pin, SideStore side) {
        Assert.notNull(pin, "pin cannot be null");
        return asSessionStore(repository, schema, MessageMapper.NO_RULES.withPin(pin), side);
    }

    private static SessionStore asSessionStore(
            ChatMemoryRepository repository, StateSchema schema, MessageRules<Message> rules, SideStore side) {
        Assert.notNull(repository, "repository cannot be null");
        return ListStores.over(new StoredLists(repository, rules), side)
                .create(schema, MessageTokens.of(TokenOptions.defaults()), InstantSource.system());
    }
}
