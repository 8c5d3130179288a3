package io.github.sessioncompression.lists;

import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.StoreBuilder;
import java.util.Objects;

/** Makes stores of frameworks' lists. */
public final class ListStores {
    private ListStores() {}

    /**
     * A store over a framework's lists: all messages stay in the list, and the state is among them, as the user's message
     * with its {@link StateEnvelope} and the assistant's acknowledgement, after the last message it covers.
     *
     * <p>Any process over the same lists continues the conversation, and takes over what the framework or another process adds to a list. A
     * list can't hold all of a record, so without a side store the following is lost with this process: earlier records, the part of a state
     * that was not injected, the prune boundary, the on/off switch, given-up sequence numbers, keys of appends, counters, and
     * leases. A process that finds a list numbers its messages from 1 and makes a record of the state in it. {@link SessionStore#history}
     * keeps the last {@value StoreBuilder#DEFAULT_RECORDS} records.
     *
     * <p><b>When a list is saved.</b> {@link SessionStore#append}, {@link SessionStore#replaceAfter} and {@link SessionStore#erase}
     * read the list once and save it once, as the framework's own memory does. A compression never saves a list: a list can't be compared
     * and set, so a save of its own would remove what another process has added in between. A {@link SessionStore#commit} holds in this
     * process at once and gets into the list with its next save; if this process ends before, or forgets the conversation (beyond about 64
     * million characters of text), that compression is lost and nothing else. Only a record by which the application itself {@linkplain
     * CompressionRecord.Cause#REPLACED replaces} messages is saved at once. {@link SessionStore#load} returns the last reading and reads
     * again only after its end.
     *
     * <p>All stores over lists of one {@linkplain MessageLists#identity() identity} in one process exclude each other by conversation, and no
     * update is lost between them; leases hold between them, too. Between processes without a side store the last one to save a list wins, as
     * without this library; the first change by another process is reported by a WARN. A state that another process has put into the list
     * replaces a waiting one.
     *
     * <p><b>Several processes with a side store.</b> Each write is a compare-and-set in the side store, and only then the list is saved. So of
     * two processes that add to one conversation at the same moment one is refused and adds again behind the other: every message is there
     * once, in one order. The two saves of the list may still overwrite or mix each other; a process that finds after its save that another
     * one has written saves the list again until it is complete, with one WARN. One process at a time compresses.
     *
     * <p>The list decides on what others have done to it: the side store follows additions, and removals at the end; a list with other
     * messages is another conversation. If another process wrote in the last ten seconds, messages that a list lacks may only be late; then
     * they count as removed if the list still lacks them after 1.6 seconds in which nobody has written. The side store decides on
     * everything else. A state in the list that it does not know becomes a record.
     *
     * <p>While the side store fails, which a WARN reports, the lists are used as without one, and it is asked again after half a minute and
     * brought up to date. {@link SessionStore#erase} and {@link SessionStore#delete} throw its failures, for it holds the messages, too.
     *
     * <p><b>Typed envelopes.</b> The state is recognised by its text and its acknowledgement alone. A user's message that looks
     * like it is written with a backslash before it, and read without, so that nobody can put a state into a list through this
     * store. Another program that writes into the list can: then the messages before that state are hidden from the model, while the
     * transcript keeps them.
     *
     * @param side the store beside the lists, which holds a copy of the messages; {@link SideStore#none()} for none
     * @return makes the store; a compressor's builder takes it as it is
     */
    public static <M> SessionStore.Factory over(MessageLists<M> lists, SideStore side) {
        Objects.requireNonNull(lists, "lists");
        Objects.requireNonNull(side, "side");
        return (schema, tokens, clock) ->
                new ListSessionStore<>(lists, schema, tokens, clock, KnownLists.of(lists.identity()), side);
    }
}
