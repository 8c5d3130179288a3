package io.github.sessioncompression.lists;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.token.MessageTokens;
import io.github.sessioncompression.token.TokenOptions;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A framework's own store of chats, which knows nothing but whole lists: LangChain4j's {@code ChatMemoryStore}, Spring AI's
 * {@code ChatMemoryRepository}.
 *
 * <p>An adapter implements it by handing through; {@link #store} makes a {@link SessionStore} of it. The lists are
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
    /**
     * The conversation's messages, oldest first; empty if there is no such conversation.
     *
     * <p>Neither list nor element is to be null. Where a framework's store has one all the same, no list is one without messages, and what
     * is null in it is left out, of which one WARN for each {@link #identity} tells.
     */
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
     * The ids of all conversations, in any order; empty if the framework's store can't tell. Then
     * {@link SessionStore#conversations} knows those alone that were used in this process lately.
     */
    default Optional<List<String>> conversationIds() {
        return Optional.empty();
    }

    /**
     * The object that stands for the data behind these lists, normally the framework's store itself.
     *
     * <p>Lists with the same identity, compared by {@code ==}, share their locks and what is known of their conversations: two
     * memories over one store lose nothing of each other. So this must be the same object at each call, must live as long as
     * these lists do, and must be different for different data.
     */
    Object identity();

    /**
     * A store over a framework's lists that counts tokens as the default policy does; see {@link #store(MessageLists, StateSchema,
     * MessageTokens)}.
     */
    static <M> SessionStore store(MessageLists<M> lists, StateSchema schema) {
        return store(lists, schema, MessageTokens.of(TokenOptions.defaults()));
    }

    /**
     * A store over a framework's lists: all messages stay in the list, and the state stands among them, as the user's message
     * with its {@link StateEnvelope} and the assistant's acknowledgement, after the last message it covers.
     *
     * <p>Any process over the same lists continues the conversation, and what the framework or another process adds to a list is
     * taken up. A list can't hold all of a record, so what only this process knows goes with it: earlier records, a state that
     * was larger than what was injected, the ledger, how far tool results were pruned, whether compression was switched off, which
     * sequence numbers were given up, keys of appends and what one of them added whose saving threw, counters, and leases. A process that finds a list numbers its messages from
     * 1 and makes a record of the state in it. {@link SessionStore#history} keeps the last {@value Unlisted#MAX_RECORDS} records.
     *
     * <p><b>When a list is saved.</b> {@link SessionStore#append}, {@link SessionStore#replaceAfter} and {@link SessionStore#erase}
     * read the list once and save it once, as the framework's own memory does. A compression never saves a list: such a list
     * can't be compared and set, so another process may have added to it since it was read, and a save of its own would take that
     * away. What {@link SessionStore#commit} is given holds in this process at once and waits, and gets into the list with its
     * next save; if this process ends before, or forgets the conversation because others were used since (beyond about
     * 64 million characters of text), that compression is lost and nothing else. Only a record by which the application itself
     * {@linkplain CompressionRecord.Cause#REPLACED replaces} what is there is saved at once. Everything else only reads;
     * {@link SessionStore#load} gives what the last reading has shown and reads again only after its end.
     *
     * <p>All stores over lists of one {@linkplain #identity() identity} in one process exclude each other by conversation, and no
     * update is lost between them; leases hold between them, too. Between processes the last one to save a list wins, as without
     * this library. Where another process has put another state into the list, that one holds and a waiting one is dropped.
     *
     * <p><b>Typed envelopes.</b> The state is recognised by its text and its acknowledgement alone. A user's message that looks
     * like it is written with a backslash before it, and read without, so that nobody can put a state into a list through this
     * store. Who writes into the list past this store can: then what stands before that state is hidden from the model, while the
     * transcript keeps it.
     *
     * @param schema the schema of the states, as the compressor's policy has it
     * @param tokens counts messages that were found in a list, as the compressor does: {@code MessageTokens.of(policy.tokens())}
     */
    static <M> SessionStore store(MessageLists<M> lists, StateSchema schema, MessageTokens tokens) {
        return store(lists, schema, tokens, InstantSource.system());
    }

    /** Such a store over a framework's lists whose leases and records found in lists take their time from the given clock. */
    static <M> SessionStore store(
            MessageLists<M> lists, StateSchema schema, MessageTokens tokens, InstantSource clock) {
        return store(lists, schema, tokens, clock, SideStore.none());
    }

    /**
     * Such a store over a framework's lists with a side store for what they can't hold.
     *
     * <p>All that the store over lists alone forgets with its process outlasts it then, and other processes see it at once: a commit
     * is a compare-and-set in the side store, and one process at a time compresses. The list is still read and saved whole, so
     * between processes that add to one conversation at the same moment the last one to save it wins, unless the side store notices: then
     * the one that comes second puts back what the first had saved, and adds its own behind it.
     *
     * <p><b>Who is right.</b> The list, on the messages that it holds: what was added to it past this library is added to the side store, what
     * is gone from its end is taken out there, and where it says something else it is another conversation. The side store, on all
     * else. A state in the list that the side store does not know, because a process without one has put it there, becomes a record.
     *
     * <p><b>Failures.</b> While the side store can't be had, which a WARN tells, the lists are used as without one, and it is asked
     * again after half a minute; what came about meanwhile is written to it then. {@link SessionStore#erase} and {@link
     * SessionStore#delete} throw what it throws, for it holds the messages, too.
     *
     * @param side the store beside the lists; it holds a copy of the messages
     */
    static <M> SessionStore store(
            MessageLists<M> lists, StateSchema schema, MessageTokens tokens, InstantSource clock, SideStore side) {
        Objects.requireNonNull(lists, "lists");
        Objects.requireNonNull(schema, "schema");
        Objects.requireNonNull(tokens, "tokens");
        Objects.requireNonNull(clock, "clock");
        Objects.requireNonNull(side, "side");
        return new ListSessionStore<>(lists, schema, tokens, clock, KnownLists.of(lists.identity()), side);
    }
}
