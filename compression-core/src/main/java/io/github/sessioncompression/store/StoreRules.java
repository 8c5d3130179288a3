package io.github.sessioncompression.store;

import io.github.sessioncompression.message.Entry;
import java.util.List;

/** What every {@link SessionStore} asks of its arguments; for those who write one. */
public final class StoreRules {
    private StoreRules() {}

    /**
     * Entries that may be appended: at least one, and as {@link #requireAfter} has it.
     *
     * @throws IllegalArgumentException if there is none or they are out of order
     */
    public static void requireAppendable(long expectedLast, List<Entry> entries) {
        if (entries.isEmpty()) {
            throw new IllegalArgumentException("entries must hold at least one message");
        }
        requireAfter(expectedLast, entries);
    }

    /**
     * Entries, if any, that follow {@code expectedLast}: one after the other.
     *
     * @throws IllegalArgumentException if they do not
     */
    public static void requireAfter(long expectedLast, List<Entry> entries) {
        long expected = expectedLast;
        for (Entry entry : entries) {
            expected++;
            if (entry.sequence() != expected) {
                throw new IllegalArgumentException("sequence must be " + expected + ", but was " + entry.sequence());
            }
        }
    }
}
