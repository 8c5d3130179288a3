package io.github.sessioncompression.transcript;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SegmentState;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStore.Append;
import io.github.sessioncompression.store.SessionStore.Commit;
import io.github.sessioncompression.store.SessionStore.Head;
import io.github.sessioncompression.store.SessionStore.Lease;
import io.github.sessioncompression.store.SessionSwitch;
import io.github.sessioncompression.transcript.ConversationReader.StoreDelta;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The store as one chat calls it.
 *
 * <p><b>Algorithm</b> of a call.
 * <ol>
 *   <li>It is made by the {@link UnlockedCall} in force. For an append and for a run that makes room this gives the chat's lock back during the call,
 *       so that nobody waits for the chat if the store hangs. Other calls of the application keep the lock.
 *   <li>A commit names the lease in force, so that a run whose lease was given to another one is refused.
 *   <li>If a write throws, the store is asked whether it has happened, because only its answer may be lost: an append is sent again under its key, a
 *       commit is compared with the current record, an edit and a switch with the incarnation that they would have given the chat.
 * </ol>
 *
 * <p><b>Does nothing</b> to what this process knows of the chat: callers take over what they wrote. <b>Threads:</b> not safe; used under the chat's
 * lock, which a call may give back while it waits. <b>On failure</b> the store's first exception is thrown, with that of the second call suppressed
 * in it.
 *
 * @see ConversationReader
 */
public final class ChatStore {
    private final SessionStore store;
    private final ConversationReader messages;
    /** Lease that commits are made under; {@code null} for none. */
    private @Nullable Lease lease;
    /** Makes the calls that may be made without the lock. */
    private UnlockedCall aside = UnlockedCall.NOT;

    public ChatStore(SessionStore store, String conversationId) {
        this.store = store;
        this.messages = new ConversationReader(store, conversationId);
    }

    /** Sets lease and kind of call from now on, until the next call of this method. {@code null} and {@link UnlockedCall#NOT} are the defaults. */
    public void during(@Nullable Lease newLease, UnlockedCall newAside) {
        lease = newLease;
        aside = newAside;
    }

    /**
     * Makes a call that may give the lock back. Another thread may use the chat during the call, so lease and kind of call are those of nobody until
     * it ends, and are restored then.
     */
    private <R extends @Nullable Object> R ask(Supplier<R> question) {
        Lease itsLease = lease;
        UnlockedCall itsAside = aside;
        during(null, UnlockedCall.NOT);
        try {
            return itsAside.get(question);
        } finally {
            during(itsLease, itsAside);
        }
    }

    /** Reads what has changed since a head that is known here; all that a view needs if it is more than an append. */
    public StoreDelta since(Head known) {
        return ask(() -> StoreDelta.since(known, messages));
    }

    /** Appends under a key of the caller, which repeats the call itself if the store throws. */
    public Append appendOnce(String incarnation, long expectedLast, String key, List<Entry> entries) {
        return ask(() -> store.append(messages.conversationId(), incarnation, expectedLast, key, entries));
    }

    /**
     * Appends, once more under the same key if the store throws: only its answer may be lost.
     *
     * @return {@link Append#ADDED} also if the second call finds the messages of the first one
     */
    public Append append(String incarnation, long expectedLast, String key, List<Entry> entries) {
        return surely(() -> appendOnce(incarnation, expectedLast, key, entries), () -> {
            Append again = appendOnce(incarnation, expectedLast, key, entries);
            return again == Append.ALREADY_THERE ? Append.ADDED : again;
        });
    }

    /**
     * Replaces the messages after {@code keepThrough}, with the lock held. After an exception the incarnation shows whether the store has done so:
     * nobody else gives the chat that one.
     *
     * @return false, and nothing changed, if the head in the store is not the expected one
     */
    public boolean replaceAfter(Head expected, long keepThrough, String newIncarnation, List<Entry> entries) {
        String id = messages.conversationId();
        return surely(
                () -> store.replaceAfter(id, expected, keepThrough, newIncarnation, entries),
                () -> trueIfHead(id, newIncarnation));
    }

    /** Puts another session in the place of this one, with the lock held; false, and nothing changed, if a head is not as expected. */
    public boolean switchSession(SessionSwitch change) {
        return surely(
                () -> store.switchSession(change), () -> trueIfHead(change.conversationId(), change.incarnation()));
    }

    /** True if the conversation has that incarnation; {@code null} if it has another one or is gone. */
    private @Nullable Boolean trueIfHead(String id, String incarnation) {
        return store.head(id)
                .filter(head -> head.incarnation().equals(incarnation))
                .map(head -> true)
                .orElse(null);
    }

    /** Deletes the conversation with all that is kept of it, with the lock held. */
    public void delete() {
        store.delete(messages.conversationId());
    }

    /**
     * Makes a record the current one, under the lease in force.
     *
     * @return false, and nothing changed, if another record or incarnation is there or the lease was given to another run
     */
    public boolean commit(Commit commit) {
        Commit leased = lease == null ? commit : commit.under(lease);
        String id = messages.conversationId();
        return ask(() -> surely(() -> store.commit(id, leased), () -> store.current(id)
                .filter(current -> isSame(current, commit.record()))
                .map(current -> true)
                .orElse(null)));
    }

    /** Erases one message for good; false if there was none of that number. */
    public boolean erase(long sequence) {
        return ask(() -> store.erase(messages.conversationId(), sequence));
    }

    /** The messages after {@code after} up to and including {@code last}; erased ones are missing. */
    public List<Entry> between(long after, long last) {
        return ask(() -> messages.between(after, last));
    }

    /** The states under these ids, in their order; those that the store does not have are missing. */
    public List<SegmentState> segments(List<Long> ids) {
        return ids.isEmpty() ? List.of() : ask(() -> store.segments(messages.conversationId(), ids));
    }

    /** A call of the store from within a chat; may release the chat's lock during the call, so that others need not wait for it. */
    public interface UnlockedCall {
        /** With the lock held all the time, as the application's own calls are made. */
        UnlockedCall NOT = new UnlockedCall() {
            @Override
            public <R extends @Nullable Object> R get(Supplier<R> call) {
                return call.get();
            }
        };

        /** Returns what the call returns, and throws what it throws. */
        <R extends @Nullable Object> R get(Supplier<R> call);
    }

    /** Makes a call; if the store throws, {@code found} finds out whether only its answer was lost, {@code null} if it had no effect. */
    private static <R> R surely(Supplier<R> call, Supplier<@Nullable R> found) {
        try {
            return call.get();
        } catch (RuntimeException failure) {
            try {
                R result = found.get();
                if (result != null) {
                    return result;
                }
            } catch (RuntimeException e) {
                failure.addSuppressed(e);
            }
            throw failure;
        }
    }

    /**
     * True if a record was stored as it was sent. Its time and accounting are not compared: stores may round times, and a record of the same version
     * with equal contents is this one.
     */
    private static boolean isSame(CompressionRecord one, CompressionRecord other) {
        return one.version() == other.version()
                && one.boundary() == other.boundary()
                && one.pruned().equals(other.pruned())
                && one.enabled() == other.enabled()
                && one.cause() == other.cause()
                && one.pinned().equals(other.pinned())
                && one.chosen().equals(other.chosen())
                && one.segments().equals(other.segments())
                && one.tellings().equals(other.tellings())
                && one.injected().equals(other.injected())
                && one.bridge().equals(other.bridge());
    }
}
