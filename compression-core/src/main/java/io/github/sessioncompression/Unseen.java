package io.github.sessioncompression;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import java.util.List;
import java.util.TreeMap;

/**
 * Messages that somebody else has added and that no view has shown: who hands back a view says nothing of them. Takes logarithmic time,
 * however often others add. Not safe for use by many threads.
 */
final class Unseen {
    /** The last sequence number of each stretch of them, by the one before its first. */
    private final TreeMap<Long, Long> stretches = new TreeMap<>();

    /** The messages after {@code after} up to and including {@code through}, too. */
    void add(long after, long through) {
        var before = stretches.floorEntry(after);
        stretches.put(before != null && before.getValue() == after ? before.getKey() : after, through);
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
