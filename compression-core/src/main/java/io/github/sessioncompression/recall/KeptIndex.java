package io.github.sessioncompression.recall;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.store.Head;
import io.github.sessioncompression.store.SessionStore;
import java.util.List;
import java.util.Optional;
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

    KeptIndex(SessionStore store, String conversationId, RecallOptions options) {
        this.store = store;
        this.conversationId = conversationId;
        this.options = options;
        this.index = new ConversationIndex(options);
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
        if (!head.incarnation().equals(incarnation) || head.revision() != revision || head.lastSequence() < last) {
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
