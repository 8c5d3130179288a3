package io.github.sessioncompression;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.store.Append;
import io.github.sessioncompression.store.Commit;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SessionStore;
import java.util.List;
import java.util.function.Supplier;

/** Finds out what has become of an append, an edit or a commit whose answer was lost, because the store threw after it had its effect. */
final class LostAnswers {
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
            return store.replaceAfter(conversationId, incarnation, expectedLast, keepThrough, newIncarnation, entries);
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
