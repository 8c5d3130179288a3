package io.github.sessioncompression.store;

import io.github.sessioncompression.message.Message;
import java.util.List;

/**
 * A framework's own store of chats, which knows nothing but whole lists: LangChain4j's {@code ChatMemoryStore}, Spring AI's
 * {@code ChatMemoryRepository}.
 *
 * <p>An adapter implements it by handing through; {@link SessionStore#over} makes a {@link SessionStore} of it. The lists are
 * the truth: any process that sees the same lists continues the same conversations. One framework message stands for exactly
 * one {@link Message}: where a framework puts several tool results into one message, {@link #load} takes it apart and
 * {@link #save} puts it together again, and one without any result is left out of what is loaded.
 *
 * <p>The store may lose things. The text and role of system, user and assistant messages must come back, in their order; tool
 * calls, tool results, metadata and media may be dropped, and metadata may be added. What {@link #load} gives is only read and
 * not kept, not even when it is the store's live list; what {@link #save} is given is a list of its own each time, which the
 * store may keep and change.
 *
 * <p>Called by many threads, but never by two at a time for one conversation of one {@link #identity}. Whatever these methods
 * throw goes on to the caller of the {@link SessionStore}, and nothing is changed.
 *
 * @param <M> the framework's type of message; one that compares by value spares a conversion at each use
 */
public interface MessageLists<M> {
    /** The conversation's messages, oldest first; empty if there is no such conversation. Neither list nor element is null. */
    List<M> load(String conversationId);

    /** Makes {@code messages}, never empty, the conversation's whole content. */
    void save(String conversationId, List<M> messages);

    /** Deletes the conversation; without effect if there is none. */
    void delete(String conversationId);

    /** A framework message as the core has it, with {@code message} itself as {@link Message#source()}. */
    Message read(M message);

    /**
     * A message of the core as the framework has it: {@link Message#source()} where that is one of the framework's, else a new
     * one with at least the role, the text, the tool calls and the call's id.
     */
    M write(Message message);

    /**
     * The object that stands for the data behind these lists, normally the framework's store itself.
     *
     * <p>Lists with the same identity, compared by {@code ==}, share their locks and what is known of their conversations: two
     * memories over one store lose nothing of each other. So this must be the same object at each call, must live as long as
     * these lists do, and must be different for different data.
     */
    Object identity();
}
