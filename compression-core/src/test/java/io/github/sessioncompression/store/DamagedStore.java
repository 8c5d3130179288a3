package io.github.sessioncompression.store;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.store.SessionStore.Commit;
import io.github.sessioncompression.store.SessionStore.Head;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A store whose records can be damaged: then they are there and can't be read. */
public final class DamagedStore implements SessionStore {
    private final SessionStore store;
    /** By conversation the last version that is damaged. */
    private final Map<String, Long> damaged = new ConcurrentHashMap<>();

    /** Over a store that is whole. */
    public DamagedStore(SessionStore store) {
        this.store = store;
    }

    /** Damages all records that the conversation has now. */
    public void damage(String conversationId) {
        damaged.put(conversationId, store.head(conversationId).orElseThrow().recordVersion());
    }

    private boolean isDamaged(String conversationId, CompressionRecord record) {
        return record.version() <= damaged.getOrDefault(conversationId, 0L);
    }

    @Override
    public Optional<CompressionRecord> current(String conversationId) {
        Optional<CompressionRecord> current = store.current(conversationId);
        if (current.isPresent() && isDamaged(conversationId, current.get())) {
            throw new UnreadableRecordException(conversationId, current.get().version(), "damaged");
        }
        return current;
    }

    @Override
    public List<CompressionRecord> history(String conversationId) {
        return store.history(conversationId).stream()
                .filter(record -> !isDamaged(conversationId, record))
                .toList();
    }

    @Override
    public Optional<Head> head(String conversationId) {
        return store.head(conversationId);
    }

    @Override
    public List<String> conversations(@Nullable String after, int limit) {
        return store.conversations(after, limit);
    }

    @Override
    public Append append(
            String conversationId, String incarnation, long expectedLast, String key, List<Entry> entries) {
        return store.append(conversationId, incarnation, expectedLast, key, entries);
    }

    @Override
    public boolean replaceAfter(
            String conversationId,
            String incarnation,
            long expectedLast,
            long keepThrough,
            String newIncarnation,
            List<Entry> entries) {
        return store.replaceAfter(conversationId, incarnation, expectedLast, keepThrough, newIncarnation, entries);
    }

    @Override
    public List<Entry> load(String conversationId, long after, int limit) {
        return store.load(conversationId, after, limit);
    }

    @Override
    public List<SegmentState> segments(String conversationId, List<Long> ids) {
        return store.segments(conversationId, ids);
    }

    @Override
    public boolean commit(String conversationId, Commit commit) {
        return store.commit(conversationId, commit);
    }

    @Override
    public Optional<Lease> tryLease(String conversationId, String owner, Duration duration) {
        return store.tryLease(conversationId, owner, duration);
    }

    @Override
    public void release(String conversationId, Lease lease) {
        store.release(conversationId, lease);
    }

    @Override
    public void count(String conversationId, Counters delta) {
        store.count(conversationId, delta);
    }

    @Override
    public Counters counters(String conversationId) {
        return store.counters(conversationId);
    }

    @Override
    public boolean delete(String conversationId) {
        damaged.remove(conversationId);
        return store.delete(conversationId);
    }

    @Override
    public boolean deleteIf(String conversationId, Head expected) {
        damaged.remove(conversationId);
        return store.deleteIf(conversationId, expected);
    }

    @Override
    public boolean erase(String conversationId, long sequence) {
        return store.erase(conversationId, sequence);
    }
}
