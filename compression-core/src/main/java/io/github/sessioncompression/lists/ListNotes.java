package io.github.sessioncompression.lists;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.store.Counters;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStore.Lease;
import java.time.Duration;
import java.time.Instant;
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
    private Instant leasedUntil = Instant.MIN;
    private long lastToken;
    private Counters counters = Counters.NONE;
    private @Nullable Unheard unheard;
    /** The keys of appends with an unknown result that the list had when something else was added. */
    private final Set<String> taken = new LinkedHashSet<>();

    /** An append whose save has not ended yet, or has failed: the list may have it or not. */
    private record Unheard(String key, long after, List<Entry> entries) {
        boolean isIn(KnownList<?> list) {
            List<NumberedMessage> since = list.lines()
                    .subList(
                            NumberedMessage.countThrough(list.lines(), after),
                            list.lines().size());
            for (int from = 0; from + entries.size() <= since.size(); from++) {
                if (beginsWithThem(since.subList(from, since.size()))) {
                    return true;
                }
            }
            return false;
        }

        private boolean beginsWithThem(List<NumberedMessage> lines) {
            for (int i = 0; i < entries.size(); i++) {
                Message said = entries.get(i).message();
                Message found = lines.get(i).message();
                if (found.role() != said.role() || !found.text().equals(said.text())) {
                    return false;
                }
            }
            return true;
        }
    }

    /**
     * Empty notes.
     *
     * @param lastToken the latest token of any lease, because notes with a newer lease may have been forgotten
     * @param tokens gives larger tokens
     */
    ListNotes(long lastToken, LongSupplier tokens) {
        this.lastToken = lastToken;
        this.tokens = tokens;
    }

    synchronized @Nullable Lease tryLease(String owner, Duration duration, Instant now) {
        if (lease == null || !leasedUntil.isAfter(now)) {
            lastToken = tokens.getAsLong();
            lease = new Lease(owner, lastToken);
        } else if (!lease.owner().equals(owner)) {
            return null;
        }
        leasedUntil = now.plus(duration);
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

    /** Called before a list is saved with an append; checks for an earlier append with an unknown result. */
    synchronized void unheard(String key, KnownList<?> list, List<Entry> entries) {
        if (unheard != null && unheard.isIn(list)) {
            taken.add(unheard.key());
            if (taken.size() > SessionStore.REMEMBERED_KEYS) {
                taken.remove(taken.iterator().next());
            }
        }
        unheard = new Unheard(key, list.lastSequence(), List.copyOf(entries));
    }

    /** Called after the save. */
    synchronized void heard() {
        unheard = null;
    }

    /** True if the list has the messages of that append although saving it failed; another process may have added to it, too. */
    synchronized boolean tookUnheard(String key, KnownList<?> list) {
        return taken.contains(key) || (unheard != null && unheard.key().equals(key) && unheard.isIn(list));
    }

    synchronized Counters count(Counters delta) {
        counters = counters.plus(delta);
        return counters;
    }
}
