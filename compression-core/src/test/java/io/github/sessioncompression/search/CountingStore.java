package io.github.sessioncompression.search;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.WatchedStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** A store in memory that counts the messages read from it. */
final class CountingStore {
    final AtomicLong read = new AtomicLong();
    private final SessionStore memory = SessionStore.inMemory();
    private int appends;

    final SessionStore store = WatchedStore.of(memory, call -> {
        Object result = call.proceed();
        if (call.name().equals("load") && result instanceof List<?> loaded) {
            read.addAndGet(loaded.size());
        }
        return result;
    });

    /** Adds messages to the end of a conversation. */
    void append(String id, Message... messages) {
        long last = memory.head(id).map(head -> head.lastSequence()).orElse(0L);
        List<Entry> entries = new ArrayList<>();
        for (Message message : messages) {
            entries.add(new Entry(last + entries.size() + 1, message, 1));
        }
        memory.append(id, "life", last, "append" + ++appends, entries);
    }
}
