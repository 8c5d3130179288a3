package io.github.sessioncompression.search;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStore.Head;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * One conversation's index, kept up to date with the store.
 *
 * <p><b>Algorithm</b> of a use.
 * <ol>
 *   <li>The head is read. In the same incarnation the messages behind the last known one are read and indexed.
 *   <li>If messages are missing, because another process erased some or an edit replaced them, the transcript is read once and what is gone is removed in
 *       place, without analysing the others again.
 *   <li>If a message has other contents under its number, as in a conversation that was deleted and begun again, the index is built again.
 * </ol>
 *
 * <p><b>Does nothing when</b> more messages are new than the caller waits for. <b>Threads:</b> safe for use by many, one at a time. <b>On failure</b> the
 * store's exception is thrown, and the next use continues behind the last message that was indexed.
 *
 * <p>The lock is held over calls of the store: two searches of one conversation would read the same messages twice. So callers give a time limit, and one
 * that can't have the index in time builds another or does without.
 *
 * @see MessageSearch
 */
final class SyncedIndex {
    /** The messages that are read from the store at once. */
    private static final int PAGE = 1_000;

    private final SessionStore store;
    private final String conversationId;
    private final ReentrantLock lock = new ReentrantLock();
    private ConversationIndex index = new ConversationIndex();
    /** The incarnation of the chat that is indexed; empty if nothing is. */
    private String incarnation = "";
    /** The revision of the head at the last use: it changes with each erasure and edit. */
    private long revision;
    /** The highest sequence number that was read. */
    private long last;
    /** The number of messages up to the last one that are not indexed. */
    private long leftOut;

    /** Volatile: the cache weighs the index without the lock. */
    private volatile long bytes;

    SyncedIndex(SessionStore store, String conversationId) {
        this.store = store;
        this.conversationId = conversationId;
    }

    /**
     * The answer of the index, brought up to date.
     *
     * @param wait the longest wait for another thread's use of it
     * @param most the most messages to read before the answer
     * @return empty if the wait was too short or was interrupted, or if more messages are new
     */
    <R> Optional<R> ask(Duration wait, long most, Function<IndexSearch, R> question) {
        if (!locks(wait)) {
            return Optional.empty();
        }
        try {
            if (!follow(most)) {
                return Optional.empty();
            }
            R answer = question.apply(new IndexSearch(store, conversationId, index));
            bytes = index.bytes();
            return Optional.of(answer);
        } finally {
            lock.unlock();
        }
    }

    private boolean locks(Duration wait) {
        try {
            return lock.tryLock() || lock.tryLock(wait.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /**
     * Brings the index up to date; false if more than {@code most} messages are new.
     *
     * <p>The count of messages in the head decides whether some are missing, so an append alone never reads the transcript again. The head and the pages are
     * read one after the other; what changes between them has a new revision, and the next use finds it.
     */
    private boolean follow(long most) {
        Head head = store.head(conversationId).orElse(null);
        if (head == null) {
            begin(); // deleted, or without a message so far
            return true;
        }
        boolean sameLife = head.incarnation().equals(incarnation);
        if (head.lastSequence() - (sameLife ? last : 0) > most) {
            return false;
        }
        if (!sameLife && (head.lastSequence() < last || !retainStored())) {
            begin();
        }
        readThrough(head.lastSequence());
        boolean complete = index.messages().size() + leftOut == head.messages();
        if (sameLife && head.revision() != revision && !complete && !retainStored()) {
            begin();
            readThrough(head.lastSequence());
        }
        incarnation = head.incarnation();
        revision = head.revision();
        return true;
    }

    private void begin() {
        index = new ConversationIndex();
        incarnation = "";
        last = 0;
        leftOut = 0;
    }

    private void readThrough(long lastSequence) {
        while (last < lastSequence) {
            List<Entry> page = store.load(conversationId, last, PAGE);
            if (page.isEmpty()) {
                last = lastSequence; // the last messages were erased: their numbers are not used again
            }
            for (Entry entry : page) {
                leftOut += index.add(entry) ? 0 : 1;
                last = entry.sequence();
            }
        }
    }

    /**
     * Removes messages that the store does not have any more; false if one has other contents now, or is new between known ones: then the index must be
     * built again. Reads the transcript once.
     */
    private boolean retainStored() {
        IndexedMessages messages = index.messages();
        Set<Long> gone = messages.sequences();
        long stored = 0;
        long after = 0;
        while (after < last) {
            List<Entry> page = store.load(conversationId, after, PAGE);
            for (Entry entry : page) {
                if (entry.sequence() <= last) {
                    int number = messages.number(entry.sequence());
                    boolean known = number >= 0
                            && messages.get(number).hash() == entry.message().hashCode();
                    if (!known && (number >= 0 || entry.message().role() != Role.SYSTEM)) {
                        return false;
                    }
                    gone.remove(entry.sequence());
                    stored++;
                }
            }
            after = page.isEmpty() ? last : page.get(page.size() - 1).sequence();
        }
        index.remove(gone);
        leftOut = stored - messages.size();
        return true;
    }

    /** Removes erased messages; false if another thread uses the index. */
    boolean remove(List<Long> sequences) {
        if (!lock.tryLock()) {
            return false;
        }
        try {
            index.remove(new HashSet<>(sequences));
            bytes = index.bytes();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** The memory used when the index was last asked, about, in bytes. */
    long bytes() {
        return bytes;
    }
}
