package io.github.sessioncompression.lists;

import io.github.sessioncompression.store.Counters;
import io.github.sessioncompression.store.Lease;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Who compresses a conversation, and its counters: small, so kept longer than what is known of its list. Safe for many threads. */
final class ListNotes {
    private final LongSupplier tokens;
    private @Nullable Lease lease;
    private Instant leasedUntil = Instant.MIN;
    private long lastToken;
    private Counters counters = Counters.NONE;

    /**
     * Notes of which nothing is known.
     *
     * @param lastToken the latest token of any lease: whoever holds an older one may have lost it to one that was forgotten
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

    /** Whether a commit with this token comes too late. */
    synchronized boolean refuses(long token) {
        return token > 0 && token < lastToken;
    }

    synchronized Counters count(Counters delta) {
        counters = counters.plus(delta);
        return counters;
    }
}
