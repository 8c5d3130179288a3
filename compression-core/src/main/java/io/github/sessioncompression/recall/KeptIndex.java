package io.github.sessioncompression.recall;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.store.Head;
import io.github.sessioncompression.store.SessionStore;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * One conversation's index, and how far it has followed the store.
 *
 * <p>Each look reads what is new. Where messages were taken away, by erasure or because the application edited the chat, or where the
 * conversation is another one under the same name, all is read anew. Safe for use by many threads, one at a time.
 */
final class KeptIndex {
    private static final int PAGE = 1_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final SessionStore store;
    private final String conversationId;
    private final RecallOptions options;
    private ConversationIndex index;
    private String incarnation = "";
    private long revision;
    private long last;
    private volatile long bytes;
    private final AtomicBoolean beingMade = new AtomicBoolean();

    KeptIndex(SessionStore store, String conversationId, RecallOptions options) {
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
        try {
            Head head = store.head(conversationId).orElse(null);
            if (head != null && head.lastSequence() - (isOf(head) ? last : 0) > most) {
                return Optional.empty();
            }
            return Optional.of(ask(question));
        } finally {
            lock.unlock();
        }
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

    /** Brings the index up to date and asks it. */
    <R> R ask(Function<ConversationIndex, R> question) {
        lock.lock();
        try {
            follow();
            R answer = question.apply(index);
            bytes = index.bytes();
            return answer;
        } finally {
            lock.unlock();
        }
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
