package io.github.sessioncompression;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Messages that somebody else has added and that no view has shown: who hands back a view says nothing of them. Immutable.
 *
 * @param stretches the last sequence number of each stretch of them, by the one before its first
 */
record Unseen(NavigableMap<Long, Long> stretches) {
    static final Unseen NOTHING = new Unseen(new TreeMap<>());

    /** With the messages after {@code after} up to and including {@code through}. */
    Unseen and(long after, long through) {
        NavigableMap<Long, Long> all = new TreeMap<>(stretches);
        var before = all.floorEntry(after);
        all.put(before != null && before.getValue() == after ? before.getKey() : after, through);
        return new Unseen(all);
    }

    boolean isEmpty() {
        return stretches.isEmpty();
    }

    /** The last sequence number before the first of them. */
    long after() {
        return stretches.firstKey();
    }

    boolean has(long sequence) {
        var before = stretches.lowerEntry(sequence);
        return before != null && sequence <= before.getValue();
    }

    /** Those among {@code transcript} but for system messages. */
    List<Message> among(List<Entry> transcript) {
        return transcript.stream()
                .filter(entry -> has(entry.sequence()) && entry.message().role() != Role.SYSTEM)
                .map(Entry::message)
                .toList();
    }
}
