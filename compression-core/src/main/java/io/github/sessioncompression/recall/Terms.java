package io.github.sessioncompression.recall;

import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The terms of one conversation's messages, each with its postings. */
final class Terms {
    /** A further term: its characters, its place in the tree, its postings' array. */
    private static final int BYTES_A_TERM = 160;

    /** All of them together are not to cost more than the query itself does in a long chat. */
    private static final int MOST_BESIDE = 50_000;

    private final TreeMap<String, Postings> terms = new TreeMap<>();
    private long postingBytes;
    private long termChars;

    /** Counts a term of a message, which is the last one so far. */
    void add(String term, int message) {
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

    /** The postings of a term; {@code null} if it does not occur. */
    @Nullable
    Postings postings(String term) {
        return terms.get(term);
    }

    /** The terms that begin with {@code beginning}, in order. */
    NavigableMap<String, Postings> startingWith(String beginning) {
        return terms.subMap(beginning, true, beginning + Character.MAX_VALUE, false);
    }

    /** The most occurrences of feedback terms, all of them together. */
    int mostBeside() {
        return MOST_BESIDE;
    }

    /** About how much memory they take. */
    long bytes() {
        return postingBytes + termChars + (long) BYTES_A_TERM * terms.size();
    }
}
