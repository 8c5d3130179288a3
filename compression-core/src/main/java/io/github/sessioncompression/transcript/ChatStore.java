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
 * The store as one chat asks it.
 *
 * <p><em>Algorithm</em>: 1. a call is made by the {@link UnlockedCall} in force: without the chat's lock for an append and for a run that makes room, so that
 * nobody waits for the chat if the store hangs; in other calls of the application with it; 2. a commit is made under the lease in force; 3. if a write throws,
 * the store is asked whether it has happened, for only its answer may be lost.
 *
 * <p><em>Threads</em>: used under the chat's lock. <em>On failure</em> the store's first exception is thrown, the second one suppressed in it.
 */
public final class ChatStore {
    private final SessionStore store;
    private final ConversationReader messages;
    private @Nullable Lease lease;
    private UnlockedCall aside = UnlockedCall.NOT;

    public ChatStore(SessionStore store, String conversationId) {
        this.store = store;
        this.messages = new ConversationReader(store, conversationId);
    }

    /** Commits from now on are made under this lease, or under none, and the store is asked like this. */
    public void during(@Nullable Lease newLease, UnlockedCall newAside) {
        lease = newLease;
        aside = newAside;
    }

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

    public StoreDelta since(Head known) {
        return ask(() -> StoreDelta.since(known, messages));
    }

    public Append appendOnce(String incarnation, long expectedLast, String key, List<Entry> entries) {
        return ask(() -> store.append(messages.conversationId(), incarnation, expectedLast, key, entries));
    }

    /** Appends, once more under the same key if the store throws: only its answer may be lost. */
    public Append append(String incarnation, long expectedLast, String key, List<Entry> entries) {
        return surely(() -> appendOnce(incarnation, expectedLast, key, entries), () -> {
            Append again = appendOnce(incarnation, expectedLast, key, entries);
            return again == Append.ALREADY_THERE ? Append.ADDED : again;
        });
    }

    public boolean replaceAfter(Head expected, long keepThrough, String newIncarnation, List<Entry> entries) {
        String id = messages.conversationId();
        return surely(
                () -> store.replaceAfter(id, expected, keepThrough, newIncarnation, entries),
                () -> trueIfHead(id, newIncarnation));
    }

    public boolean switchSession(SessionSwitch change) {
        return surely(
                () -> store.switchSession(change), () -> trueIfHead(change.conversationId(), change.incarnation()));
    }

    private @Nullable Boolean trueIfHead(String id, String incarnation) {
        return store.head(id)
                .filter(head -> head.incarnation().equals(incarnation))
                .map(head -> true)
                .orElse(null);
    }

    public void delete() {
        store.delete(messages.conversationId());
    }

    public boolean commit(Commit commit) {
        Commit leased = lease == null ? commit : commit.under(lease);
        String id = messages.conversationId();
        return ask(() -> surely(() -> store.commit(id, leased), () -> store.current(id)
                .filter(current -> isSame(current, commit.record()))
                .map(current -> true)
                .orElse(null)));
    }

    public boolean erase(long sequence) {
        return ask(() -> store.erase(messages.conversationId(), sequence));
    }

    public List<Entry> between(long after, long last) {
        return ask(() -> messages.between(after, last));
    }

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

    /** Times may come back rounded. */
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
