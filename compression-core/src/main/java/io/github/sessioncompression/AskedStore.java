package io.github.sessioncompression;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.store.Append;
import io.github.sessioncompression.store.Commit;
import io.github.sessioncompression.store.Head;
import io.github.sessioncompression.store.Lease;
import io.github.sessioncompression.store.SegmentState;
import io.github.sessioncompression.store.SessionStore;
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
    /** How the run that is on asks. */
    private Aside aside = Aside.NOT;

    AskedStore(SessionStore store, String conversationId) {
        this.store = store;
        this.messages = new StoredReading(store, conversationId);
    }

    /** Commits from now on are made under this lease, or under none, and the store is asked like this. */
    void during(@Nullable Lease newLease, Aside newAside) {
        lease = newLease;
        aside = newAside;
    }

    /** Asks as the run that is on does; meanwhile none is. */
    private <R extends @Nullable Object> R ask(Supplier<R> question) {
        Lease itsLease = lease;
        Aside itsAside = aside;
        during(null, Aside.NOT);
        try {
            return itsAside.get(question);
        } finally {
            during(itsLease, itsAside);
        }
    }

    /** What there is beyond what is known. */
    StoreNews since(Known known) {
        return ask(() -> StoreNews.since(known, messages));
    }

    /** As the store's own. */
    Append appendOnce(String incarnation, long expectedLast, String key, List<Entry> entries) {
        return store.append(messages.conversationId(), incarnation, expectedLast, key, entries);
    }

    /** The same, once more where the answer is lost. */
    Append append(String incarnation, long expectedLast, String key, List<Entry> entries) {
        return LostAnswers.append(store, messages.conversationId(), incarnation, expectedLast, key, entries);
    }

    /** Whether the store has put messages in the place of those after {@code keepThrough}. */
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

    /** Whether the store takes it. */
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
}
