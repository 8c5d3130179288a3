package io.github.sessioncompression.store;

import java.util.List;

/**
 * Something that must be shown although the state lacks it.
 *
 * @param text what is shown
 * @param kind what it is, as the writers of the ledger name it
 * @param sources the sequence numbers of its messages, ascending
 * @param weight how much it matters beside the others: the larger, the later it is left out
 */
public record LedgerEntry(String text, String kind, List<Long> sources, int weight) {
    /** Copies the list. */
    public LedgerEntry {
        sources = List.copyOf(sources);
    }

    /** This entry with other source numbers. */
    public LedgerEntry withSources(List<Long> others) {
        return new LedgerEntry(text, kind, others, weight);
    }
}
