package io.github.sessioncompression.store;

import java.util.List;
import java.util.Objects;

/**
 * Something that must be shown although the state lacks it.
 *
 * @param text what is shown
 * @param kind what it is, as those who write the ledger name it
 * @param sources the sequence numbers of the messages that say it, ascending
 * @param weight how much it matters beside the others: the larger, the later it is left out
 */
public record LedgerEntry(String text, String kind, List<Long> sources, int weight) {
    /** Checks that nothing is {@code null}. */
    public LedgerEntry {
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(kind, "kind");
        sources = List.copyOf(sources);
    }

    /** The same of messages with other numbers. */
    public LedgerEntry withSources(List<Long> others) {
        return new LedgerEntry(text, kind, others, weight);
    }
}
