package io.github.sessioncompression.lists;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.store.Counters;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStore.Lease;
import io.github.sessioncompression.store.StoreRules;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The lease and counters of a conversation, and its appends with an unknown result: small, so kept longer than the known list. Safe for use
 * by many threads.
 */
final class ListNotes {
    private final LongSupplier tokens;
    private @Nullable Lease lease;
    /** The first microsecond since 1970 after the lease. */
    private long leasedUntil;

    private long lastToken;
    private Counters counters = Counters.NONE;
    private @Nullable PendingAppend pending;
    private Instant othersWrote = Instant.MIN;
    /** The keys of pending appends that the list had when something else was added. */
    private final Set<String> saved = new LinkedHashSet<>();

    /** An append whose save has not ended yet, or has failed: the list may have it or not. */
    private record PendingAppend(String key, long after, List<String> messages) {
        /** True if the list has these messages in this order, those of others between them or not. */
        boolean isIn(KnownList<?> list) {
            Iterator<String> next = messages.iterator();
            String sought = next.next();
            for (NumberedMessage<?> line : list.lines()) {
                if (line.sequence() > after && roleAndText(line.message()).equals(sought)) {
                    if (!next.hasNext()) {
                        return true;
                    }
                    sought = next.next();
                }
            }
            return false;
        }
    }

    private static String roleAndText(Message message) {
        return message.role() + " " + message.text();
    }

    /** Begins with the latest token of any lease, because notes with a newer lease may have been forgotten. */
    ListNotes(long lastToken, LongSupplier tokens) {
        this.lastToken = lastToken;
        this.tokens = tokens;
    }

    synchronized @Nullable Lease tryLease(String owner, Duration duration, Instant now) {
        if (lease == null || leasedUntil <= StoreRules.micros(now)) {
            lastToken = tokens.getAsLong();
            lease = new Lease(owner, lastToken);
        } else if (!lease.owner().equals(owner)) {
            return null;
        }
        leasedUntil = StoreRules.leaseEnd(StoreRules.micros(now), duration);
        return lease;
    }

    synchronized void release(Lease given) {
        if (given.equals(lease)) {
            lease = null;
        }
    }

    /** True if a commit with this token comes too late. */
    synchronized boolean refuses(long token) {
        return token > 0 && token < lastToken;
    }

    /** Called if another process was seen to have written to the side store. */
    synchronized void othersWrote(Instant now) {
        othersWrote = now;
    }

    /** True if another process has written since {@code time}, so that a save of its may be under way. */
    synchronized boolean othersWroteSince(Instant time) {
        return othersWrote.isAfter(time);
    }

    private static List<String> texts(List<Entry> entries) {
        return entries.stream().map(entry -> roleAndText(entry.message())).toList();
    }

    /** Called before a list is saved with an append; checks whether the list has the pending one before. */
    synchronized void saving(String key, KnownList<?> list, List<Entry> entries) {
        if (pending != null && pending.isIn(list)) {
            saved.add(pending.key());
            if (saved.size() > SessionStore.REMEMBERED_KEYS) {
                saved.remove(saved.iterator().next());
            }
        }
        pending = new PendingAppend(key, list.lastSequence(), texts(entries));
    }

    /** Called after the save. */
    synchronized void saved() {
        pending = null;
    }

    /** True if the list has the messages of that append although saving it failed; another process may have added to it, too. */
    synchronized boolean wasSaved(String key, KnownList<?> list) {
        return saved.contains(key) || (pending != null && pending.key().equals(key) && pending.isIn(list));
    }

    synchronized Counters count(Counters delta) {
        counters = counters.plus(delta);
        return counters;
    }
}
