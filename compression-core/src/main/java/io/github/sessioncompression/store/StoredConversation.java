package io.github.sessioncompression.store;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.store.SessionStore.Append;
import io.github.sessioncompression.store.SessionStore.Commit;
import io.github.sessioncompression.store.SessionStore.Head;
import io.github.sessioncompression.store.SessionStore.Lease;
import io.github.sessioncompression.store.SessionStore.Overview;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One conversation of the in-memory store: messages in order, the latest records, the segments that these name, append keys, lease, counters.
 *
 * <p>An append and an edit compare incarnation and last sequence number, a commit incarnation, record version and fencing token. Lease tokens only grow,
 * so a commit under an older lease is refused. An erased message leaves no copy: earlier records go with it.
 *
 * <p>Sequence numbers ascend in the list, so a place is found by halving. Segments are kept apart from records, since a record that only prunes or pins
 * names those of the one before it; they go with the last record that names them.
 *
 * <p><b>Does nothing when</b> what a caller expects is not there: the method returns {@code false}, or {@link Append#REFUSED}. <b>Threads:</b> used under
 * its own monitor, which {@link InMemorySessionStore} takes; only {@link #overview} takes it itself. <b>On failure:</b> nothing here fails.
 *
 * @see StoreRules
 */
final class StoredConversation {
    private String incarnation;
    private long lastSequence;
    private long revision;
    private final ArrayList<Entry> entries = new ArrayList<>();
    /** The keys of the latest appends, oldest first, at most {@value SessionStore#REMEMBERED_KEYS}. */
    private final Set<String> keys = new LinkedHashSet<>();

    /** The latest records, oldest first; the last one is the current one. */
    private final ArrayDeque<CompressionRecord> records = new ArrayDeque<>();

    private final TreeMap<Long, SegmentState> segments = new TreeMap<>();
    private @Nullable Lease lease;
    /** The first microsecond since 1970 after the lease. */
    private long leasedUntil;
    /** The largest token that was ever given: it outlives its lease, so that a late commit is refused. */
    private long lastToken;

    private Counters counters = Counters.NONE;
    private @Nullable Instant writtenAt;
    /** Set when this is not there any more, for those who found it before. */
    boolean isDeleted;

    StoredConversation(String incarnation) {
        this.incarnation = incarnation;
    }

    /** Takes note of the time before a write. */
    StoredConversation written(InstantSource clock) {
        writtenAt = clock.instant();
        return this;
    }

    /** Numbers for a list; empty if this was deleted. */
    synchronized Optional<Overview> overview(String id) {
        return isDeleted ? Optional.empty() : Optional.of(new Overview(id, head(), counters, writtenAt));
    }

    Head head() {
        return new Head(incarnation, lastSequence, version(), revision, entries.size());
    }

    Append append(String expectedIncarnation, long expectedLast, String key, List<Entry> added) {
        if (keys.contains(key)) {
            return Append.ALREADY_THERE;
        }
        if (!incarnation.equals(expectedIncarnation) || lastSequence != expectedLast) {
            return Append.REFUSED;
        }
        add(added);
        keys.add(key);
        if (keys.size() > SessionStore.REMEMBERED_KEYS) {
            keys.remove(keys.iterator().next());
        }
        return Append.ADDED;
    }

    /** As {@link SessionStore#replaceAfter}. An edit that only adds messages leaves the revision as it is. */
    boolean replaceAfter(Head expected, long keepThrough, String newIncarnation, List<Entry> added) {
        if (!head().matches(expected)) {
            return false;
        }
        int kept = Entry.countThrough(entries, keepThrough);
        if (kept < entries.size()) {
            entries.subList(kept, entries.size()).clear();
            revision++;
        }
        add(added);
        incarnation = newIncarnation;
        return true;
    }

    private void add(List<Entry> added) {
        entries.addAll(added);
        if (!added.isEmpty()) {
            lastSequence = added.get(added.size() - 1).sequence();
        }
    }

    List<Entry> load(long after, int limit) {
        int from = Entry.countThrough(entries, after);
        return List.copyOf(entries.subList(from, (int) Math.min(entries.size(), (long) from + limit)));
    }

    @Nullable
    CompressionRecord current() {
        return records.peekLast();
    }

    private long version() {
        CompressionRecord record = current();
        return record == null ? 0 : record.version();
    }

    List<CompressionRecord> history() {
        return List.copyOf(records);
    }

    List<SegmentState> segments(List<Long> ids) {
        return ids.stream().map(segments::get).filter(Objects::nonNull).toList();
    }

    boolean commit(Commit commit) {
        if (!incarnation.equals(commit.incarnation())
                || version() != commit.expectedVersion()
                || (commit.fencingToken() > 0 && commit.fencingToken() < lastToken)) {
            return false;
        }
        records.add(commit.record());
        for (SegmentState segment : commit.newSegments()) {
            segments.putIfAbsent(segment.id(), segment);
        }
        if (records.size() > StoreBuilder.DEFAULT_RECORDS) {
            records.remove();
            forgetUnnamedSegments();
        }
        return true;
    }

    /** Drops the segments that no record names any more. */
    private void forgetUnnamedSegments() {
        Set<Long> named = new HashSet<>();
        records.forEach(record -> named.addAll(record.needed()));
        segments.keySet().retainAll(named);
    }

    @Nullable
    Lease tryLease(String owner, Duration duration, Instant now) {
        if (lease == null || leasedUntil <= StoreRules.micros(now)) {
            lease = new Lease(owner, ++lastToken);
        } else if (!lease.owner().equals(owner)) {
            return null;
        }
        leasedUntil = StoreRules.leaseEnd(StoreRules.micros(now), duration);
        return lease;
    }

    boolean release(Lease given) {
        if (!given.equals(lease)) {
            return false;
        }
        lease = null;
        return true;
    }

    Counters count(Counters delta) {
        counters = counters.plus(delta);
        return counters;
    }

    /** As {@link SessionStore#erase}. The revision changes once, whether records, the message, or both went. */
    boolean erase(long sequence) {
        boolean hasEarlier = records.size() > 1;
        while (records.size() > 1) {
            records.remove();
        }
        forgetUnnamedSegments();
        revision += hasEarlier ? 1 : 0;
        int index = Entry.countThrough(entries, sequence) - 1;
        if (index < 0 || entries.get(index).sequence() != sequence) {
            return false;
        }
        entries.remove(index);
        revision += hasEarlier ? 0 : 1;
        return true;
    }
}
