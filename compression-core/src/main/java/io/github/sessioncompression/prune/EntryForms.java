package io.github.sessioncompression.prune;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.sessioncompression.message.Entry;
import java.util.function.UnaryOperator;

/** Cache of the forms of the latest entries, each made once for as long as its entry lives. Safe for use by many threads. */
final class EntryForms {
    private final Cache<Entry, Entry> made;

    /** Forms of the latest {@code most} entries. */
    EntryForms(int most) {
        made = Caffeine.newBuilder()
                .weakKeys()
                .maximumSize(most)
                .executor(Runnable::run)
                .build();
    }

    /** The form of the entry, as {@code make} writes it. */
    Entry of(Entry entry, UnaryOperator<Entry> make) {
        return made.get(entry, make);
    }
}
