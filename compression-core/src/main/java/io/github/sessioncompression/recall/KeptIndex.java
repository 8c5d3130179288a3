package io.github.sessioncompression.recall;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.store.Head;
import io.github.sessioncompression.store.SessionStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One conversation's index, and how far it has followed the store.
 *
 * <p>Each look reads what is new. Where messages were taken away, by erasure or because the application edited the chat, or where the
 * conversation is another one under the same name, all is read anew. Safe for use by many threads, one at a time; where one hangs the others
 * are told so, and take another index.
 */
final class KeptIndex {
    private static final int PAGE = 1_000;
    /** Who is at it for longer hangs in a call of the store, or of an embedding model. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final ReentrantLock lock = new ReentrantLock();
    private final LongSupplier nanos;
    /** When who is at it took it; {@code null} if nobody is, or has only just taken it. */
    private volatile @Nullable Long takenAt;

    private final SessionStore store;
    private final String conversationId;
    private final RecallOptions options;

    private ConversationIndex index;
    private String incarnation = "";
    private long revision;
    private long last;
    private volatile long bytes;
    private final AtomicBoolean beingMade = new AtomicBoolean();

    /**
     * An index that has followed nothing yet.
     *
     * @param nanos a clock for durations
     */
    KeptIndex(SessionStore store, String conversationId, RecallOptions options, LongSupplier nanos) {
        this.nanos = nanos;
        this.store = store;
        this.conversationId = conversationId;
        this.options = options;
        this.index = new ConversationIndex(options);
    }

    /**
     * As {@link #ask}, but only if nobody else is at it and no more than {@code most} messages are to be read for it.
     *
     * @return empty if it is not so
     */
    <R> Optional<R> askIfNear(int most, Function<ConversationIndex, R> question) {
        if (!lock.tryLock()) {
            return Optional.empty();
        }
        takenAt = nanos.getAsLong();
        try {
            Head head = store.head(conversationId).orElse(null);
            if (head != null && behind(head) > most) {
                return Optional.empty();
            }
            return ask(question);
        } finally {
            free();
        }
    }

    private long behind(Head head) {
        return head.lastSequence() - (isOf(head) ? last : 0);
    }

    private boolean isOf(Head head) {
        return head.incarnation().equals(incarnation) && head.revision() == revision && head.lastSequence() >= last;
    }

    /** Whether it is being made in the background; says that it is from now on. */
    boolean beginsToBeMade() {
        return beingMade.compareAndSet(false, true);
    }

    /** It is not being made in the background any more. */
    void endsToBeMade() {
        beingMade.set(false);
    }

    /**
     * Brings the index up to date and asks it, once nobody else is at it.
     *
     * @return empty if somebody else hangs, or this thread was interrupted
     */
    <R> Optional<R> ask(Function<ConversationIndex, R> question) {
        if (!isTaken()) {
            return Optional.empty();
        }
        try {
            follow();
            R answer = question.apply(index);
            bytes = index.bytes();
            return Optional.of(answer);
        } finally {
            free();
        }
    }

    /** Who comes next begins to be waited for when it takes it: not when this one did. */
    private void free() {
        if (lock.getHoldCount() == 1) {
            takenAt = null;
        }
        lock.unlock();
    }

    /** Whether somebody else hangs with it. */
    boolean hangs() {
        return lock.isLocked() && !lock.isHeldByCurrentThread() && patienceLeft() <= 0;
    }

    private long patienceLeft() {
        Long since = takenAt;
        return PATIENCE.toNanos() - (since == null ? 0 : nanos.getAsLong() - since);
    }

    private boolean isTaken() {
        boolean taken = lock.tryLock();
        try {
            while (!taken && patienceLeft() > 0) {
                taken = lock.tryLock(patienceLeft(), TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (taken) {
            takenAt = nanos.getAsLong();
        }
        return taken;
    }

    private void follow() {
        Optional<Head> found = store.head(conversationId);
        if (found.isEmpty()) {
            begin("", 0);
            return;
        }
        Head head = found.get();
        if (!isOf(head)) {
            begin(head.incarnation(), head.revision());
        }
        while (last < head.lastSequence()) {
            List<Entry> page = store.load(conversationId, last, PAGE);
            if (page.isEmpty()) {
                last = head.lastSequence();
                return;
            }
            for (Entry entry : page) {
                index.add(entry);
                last = entry.sequence();
            }
        }
    }

    private void begin(String newIncarnation, long newRevision) {
        index = new ConversationIndex(options);
        incarnation = newIncarnation;
        revision = newRevision;
        last = 0;
    }

    /** About how much memory it took when it was last asked. */
    long bytes() {
        return bytes;
    }
}
