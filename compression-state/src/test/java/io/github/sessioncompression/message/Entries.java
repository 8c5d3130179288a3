package io.github.sessioncompression.message;

import java.util.ArrayList;
import java.util.List;

/** Messages with sequence numbers, as a store would have given them. */
public final class Entries {
    private Entries() {}

    /** Numbered from 1. */
    public static List<Entry> of(List<Message> messages) {
        return of(1, messages);
    }

    /** Numbered from {@code first}. */
    public static List<Entry> of(long first, List<Message> messages) {
        List<Entry> entries = new ArrayList<>(messages.size());
        for (Message message : messages) {
            entries.add(new Entry(first + entries.size(), message, 0));
        }
        return entries;
    }
}
