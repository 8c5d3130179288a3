package io.github.sessioncompression;

import io.github.sessioncompression.StoredReading.StoreDelta;
import io.github.sessioncompression.StoredReading.StoreDelta.StorePosition;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.store.Commit;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.Head;
import io.github.sessioncompression.store.SegmentState;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStore.Append;
import io.github.sessioncompression.store.SessionStore.Lease;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The store as one chat asks it: in the application's own calls with the chat's lock held, for a run that makes room without it, so that
 * nobody waits for the chat where the store hangs. Used under the chat's lock.
 */
final class AskedStore {
    private final SessionStore store;
    private final StoredReading messages;
    /** The lease of the run that is on. */
    private @Nullable Lease lease;
    /** Call of the store as the run that is on makes it. */
    private UnlockedCall aside = UnlockedCall.NOT;

    AskedStore(SessionStore store, String conversationId) {
        this.store = store;
        this.messages = new StoredReading(store, conversationId);
    }

    /** Commits from now on are made under this lease, or under none, and the store is asked like this. */
    void during(@Nullable Lease newLease, UnlockedCall newAside) {
        lease = newLease;
        aside = newAside;
    }

    /** Asks as the run that is on does; meanwhile none is. */
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

    /** News of the store beyond what is known. */
    StoreDelta since(StorePosition known) {
        return ask(() -> StoreDelta.since(known, messages));
    }

    /** As the store's own. */
    Append appendOnce(String incarnation, long expectedLast, String key, List<Entry> entries) {
        return store.append(messages.conversationId(), incarnation, expectedLast, key, entries);
    }

    /** The same, once more where the answer is lost. */
    Append append(String incarnation, long expectedLast, String key, List<Entry> entries) {
        return LostAnswers.append(store, messages.conversationId(), incarnation, expectedLast, key, entries);
    }

    /** True if the store has put messages in the place of those after {@code keepThrough}. */
    boolean replaceAfter(
            String incarnation, long expectedLast, long keepThrough, String newIncarnation, List<Entry> entries) {
        return LostAnswers.replaceAfter(
                store, messages.conversationId(), incarnation, expectedLast, keepThrough, newIncarnation, entries);
    }

    /** Deletes the conversation. */
    void delete() {
        store.delete(messages.conversationId());
    }

    /** Deletes the conversation if it stands where {@code expected} says. */
    boolean deleteIf(Head expected) {
        return store.deleteIf(messages.conversationId(), expected);
    }

    /** True if the store takes it. */
    boolean commit(Commit commit) {
        Commit leased = lease == null ? commit : commit.under(lease);
        return ask(() -> LostAnswers.commit(store, messages.conversationId(), leased));
    }

    /** Erases a message, if there is one. */
    boolean erase(long sequence) {
        return ask(() -> store.erase(messages.conversationId(), sequence));
    }

    /** The messages after {@code after} up to and including {@code last}. */
    List<Entry> between(long after, long last) {
        return ask(() -> messages.between(after, last));
    }

    /** The segments of these ids. */
    List<SegmentState> segments(List<Long> ids) {
        return ids.isEmpty() ? List.of() : ask(() -> store.segments(messages.conversationId(), ids));
    }

    /** A call of the store from within a chat: without the chat's lock where others need not wait for it. */
    interface UnlockedCall {
        /** With the lock held all the time, as the application's own calls are made. */
        UnlockedCall NOT = new UnlockedCall() {
            @Override
            public <R extends @Nullable Object> R get(Supplier<R> call) {
                return call.get();
            }
        };

        /** Makes the call; whatever the chat is may have changed afterwards. */
        <R extends @Nullable Object> R get(Supplier<R> call);
    }

    /** Finds out what has become of an append, an edit or a commit whose answer was lost, because the store threw after it had its effect. */
    static final class LostAnswers {
        private LostAnswers() {}

        /**
         * As {@link SessionStore#commit}, which is asked for the current record where it throws.
         *
         * @throws RuntimeException what the store throws, if the record is not the current one then or can't be read
         */
        static boolean commit(SessionStore store, String conversationId, Commit commit) {
            try {
                return store.commit(conversationId, commit);
            } catch (RuntimeException e) {
                if (!isCurrent(store, conversationId, commit.record(), e)) {
                    throw e;
                }
                return true;
            }
        }

        /**
         * As {@link SessionStore#append}, which is repeated under the same key where it throws.
         *
         * @throws RuntimeException what the store throws, if it throws again
         */
        static Append append(
                SessionStore store,
                String conversationId,
                String incarnation,
                long expectedLast,
                String key,
                List<Entry> entries) {
            try {
                return store.append(conversationId, incarnation, expectedLast, key, entries);
            } catch (RuntimeException e) {
                return repeated(e, () -> store.append(conversationId, incarnation, expectedLast, key, entries));
            }
        }

        private static Append repeated(RuntimeException failure, Supplier<Append> append) {
            try {
                Append again = append.get();
                return again == Append.ALREADY_THERE ? Append.ADDED : again;
            } catch (RuntimeException e) {
                failure.addSuppressed(e);
                throw failure;
            }
        }

        /**
         * As {@link SessionStore#replaceAfter}, which is asked where it stands where it throws.
         *
         * @throws RuntimeException what the store throws, if the conversation is not under the new incarnation then or that can't be read
         */
        static boolean replaceAfter(
                SessionStore store,
                String conversationId,
                String incarnation,
                long expectedLast,
                long keepThrough,
                String newIncarnation,
                List<Entry> entries) {
            try {
                return store.replaceAfter(
                        conversationId, incarnation, expectedLast, keepThrough, newIncarnation, entries);
            } catch (RuntimeException e) {
                if (!isNow(store, conversationId, newIncarnation, e)) {
                    throw e;
                }
                return true;
            }
        }

        private static boolean isNow(
                SessionStore store, String conversationId, String incarnation, RuntimeException failure) {
            try {
                return store.head(conversationId)
                        .filter(head -> head.incarnation().equals(incarnation))
                        .isPresent();
            } catch (RuntimeException e) {
                failure.addSuppressed(e);
                return false;
            }
        }

        private static boolean isCurrent(
                SessionStore store, String conversationId, CompressionRecord record, RuntimeException failure) {
            try {
                return store.current(conversationId)
                        .filter(current -> isSame(current, record))
                        .isPresent();
            } catch (RuntimeException e) {
                failure.addSuppressed(e);
                return false;
            }
        }

        /** Times may come back rounded. */
        private static boolean isSame(CompressionRecord one, CompressionRecord other) {
            return one.version() == other.version()
                    && one.boundary() == other.boundary()
                    && one.prunedThrough() == other.prunedThrough()
                    && one.enabled() == other.enabled()
                    && one.cause() == other.cause()
                    && one.pinned().equals(other.pinned())
                    && one.segments().equals(other.segments())
                    && one.tellings().equals(other.tellings())
                    && one.ledger().equals(other.ledger())
                    && one.injected().equals(other.injected());
        }
    }
}
