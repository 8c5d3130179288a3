package io.github.sessioncompression.recall;

import java.util.Collection;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Terms in this process's memory. */
final class HeldTerms implements Terms {
    /** A further term: its characters, its place in the tree, its postings' array. */
    private static final int BYTES_A_TERM = 160;

    /** All of them together are not to cost more than the query itself does in a long chat. */
    private static final int MOST_BESIDE = 50_000;

    private final TreeMap<String, Postings> terms = new TreeMap<>();
    private long postingBytes;
    private long termChars;

    @Override
    public void add(String term, int message) {
        Postings postings = terms.get(term);
        if (postings == null) {
            postings = new Postings();
            terms.put(term, postings);
            termChars += term.length();
            postingBytes += (long) Integer.BYTES * postings.capacity();
        }
        int before = postings.capacity();
        postings.add(message);
        postingBytes += (long) Integer.BYTES * (postings.capacity() - before);
    }

    @Override
    public void lookUp(Collection<String> asked, Collection<String> beginnings) {
        // All are at hand.
    }

    @Override
    public @Nullable Postings postings(String term) {
        return terms.get(term);
    }

    @Override
    public NavigableMap<String, Postings> startingWith(String beginning) {
        return terms.subMap(beginning, true, beginning + Character.MAX_VALUE, false);
    }

    @Override
    public void read(Collection<String> asked) {
        // All are at hand.
    }

    @Override
    public int mostBeside() {
        return MOST_BESIDE;
    }

    @Override
    public void release() {
        // They stay.
    }

    @Override
    public long bytes() {
        return postingBytes + termChars + (long) BYTES_A_TERM * terms.size();
    }
}
