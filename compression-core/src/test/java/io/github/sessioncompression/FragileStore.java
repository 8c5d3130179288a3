package io.github.sessioncompression;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.Counters;
import io.github.sessioncompression.store.SegmentState;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStore.Append;
import io.github.sessioncompression.store.SessionStore.Commit;
import io.github.sessioncompression.store.SessionStore.Head;
import io.github.sessioncompression.store.SessionStore.Lease;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A store that can refuse commits and appends or be gone. */
final class FragileStore implements SessionStore {
    private final SessionStore store = SessionStore.inMemory();
    boolean refuseCommits;
    boolean refuseAppends;
    boolean refuseLeases;
    boolean gone;

    private SessionStore store() {
        if (gone) {
            throw new IllegalStateException("connection refused");
        }
        return store;
    }

    @Override
    public Optional<Head> head(String conversationId) {
        return store().head(conversationId);
    }

    @Override
    public List<String> conversations(@Nullable String after, int limit) {
        return store().conversations(after, limit);
    }

    @Override
    public Append append(
            String conversationId, String incarnation, long expectedLast, String key, List<Entry> entries) {
        return refuseAppends ? Append.REFUSED : store().append(conversationId, incarnation, expectedLast, key, entries);
    }

    @Override
    public boolean replaceAfter(
            String conversationId, Head expected, long keepThrough, String newIncarnation, List<Entry> entries) {
        return store().replaceAfter(conversationId, expected, keepThrough, newIncarnation, entries);
    }

    @Override
    public List<Entry> load(String conversationId, long after, int limit) {
        return store().load(conversationId, after, limit);
    }

    @Override
    public Optional<CompressionRecord> current(String conversationId) {
        return store().current(conversationId);
    }

    @Override
    public List<CompressionRecord> history(String conversationId) {
        return store().history(conversationId);
    }

    @Override
    public List<SegmentState> segments(String conversationId, List<Long> ids) {
        return store().segments(conversationId, ids);
    }

    @Override
    public void count(String conversationId, Counters delta) {
        store().count(conversationId, delta);
    }

    @Override
    public Counters counters(String conversationId) {
        return store().counters(conversationId);
    }

    @Override
    public boolean commit(String conversationId, Commit commit) {
        return !refuseCommits && store().commit(conversationId, commit);
    }

    @Override
    public Optional<Lease> tryLease(String conversationId, String owner, Duration duration) {
        if (refuseLeases) {
            throw new IllegalStateException("secret text") {};
        }
        return store().tryLease(conversationId, owner, duration);
    }

    @Override
    public void release(String conversationId, Lease lease) {
        store().release(conversationId, lease);
    }

    @Override
    public boolean delete(String conversationId) {
        return store().delete(conversationId);
    }

    @Override
    public boolean deleteIf(String conversationId, Head expected) {
        return store().deleteIf(conversationId, expected);
    }

    @Override
    public boolean erase(String conversationId, long sequence) {
        return store().erase(conversationId, sequence);
    }
}
