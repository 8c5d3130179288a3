package io.github.sessioncompression.lists;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.store.SessionStore;
import java.util.List;
import java.util.Optional;

/**
 * A framework's own store of chats, which knows only whole lists: LangChain4j's {@code ChatMemoryStore}, Spring AI's
 * {@code ChatMemoryRepository}.
 *
 * <p>Implemented by adapters; {@link ListStores} makes a {@link SessionStore} of it. Any process that sees the same lists continues the same
 * conversations. One framework message is exactly one {@link Message}: a framework's message with several
 * tool results is split by {@link #load} and joined again by {@link #save}, and one without any result is left out.
 *
 * <p>The framework's store may drop tool calls, tool results, metadata and media, and add metadata. Text and role of system, user and
 * assistant messages must come back, in their order. The list of {@link #load} is only read; {@link #save} gets a new list each time, which
 * the store may keep and change.
 *
 * <p>Called by many threads, but never by two at a time for one conversation of one {@link #identity}. Exceptions of these methods are
 * thrown to the caller of the {@link SessionStore}, and nothing is changed.
 *
 * @param <M> the framework's type of message; one that compares by value spares a conversion at each use
 */
public interface MessageLists<M> {
    /**
     * The conversation's messages, oldest first; empty if there is no such conversation.
     *
     * <p>Neither list nor element must be null. If a framework's store has one all the same, no list is an empty one, and null messages are
     * left out, with one WARN for each {@link #identity}.
     */
    List<M> load(String conversationId);

    /** Makes {@code messages}, never empty, the conversation's whole content. */
    void save(String conversationId, List<M> messages);

    /** Deletes the conversation; without effect if there is none. */
    void delete(String conversationId);

    /** A framework message as the core has it, with {@code message} itself as {@link Message#source()}. */
    Message read(M message);

    /**
     * A message of the core as the framework has it: {@link Message#source()} if that is one of the framework's, else a new
     * one with at least the role, the text, the tool calls and the call's id.
     */
    M write(Message message);

    /**
     * The ids of all conversations, in any order; empty if the framework's store can't list them. Then
     * {@link SessionStore#conversations} knows those alone that were used in this process lately.
     */
    default Optional<List<String>> conversationIds() {
        return Optional.empty();
    }

    /**
     * The object that identifies the data behind these lists, normally the framework's store itself.
     *
     * <p>Lists with the same identity, compared by {@code ==}, share their locks and what is known of their conversations: two
     * memories over one store lose none of each other's messages. So this must be the same object at each call, must live as long as
     * these lists do, and must be different for different data.
     */
    Object identity();
}
