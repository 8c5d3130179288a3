package io.github.sessioncompression.recall;

import io.github.sessioncompression.store.WordIndex;
import io.github.sessioncompression.store.WordIndex.Standing;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Terms in a store: each search reads those that it asks for, in a few statements, and keeps nothing of them. */
final class StoredTerms implements Terms {
    /** So many occurrences are read for a query, about a thousandth of a millisecond each. */
    private static final int MOST_READ = 15_000;

    private static final int MOST_BESIDE = 10_000;

    private final WordIndex words;
    private final Standing standing;
    private final TreeMap<String, Postings> lookedUp = new TreeMap<>();
    private int size;
    /** Of the message that is taken in. */
    private Map<String, Integer> added = new LinkedHashMap<>();

    StoredTerms(WordIndex words, Standing standing) {
        this.words = words;
        this.standing = standing;
    }

    @Override
    public void add(String term, int message) {
        added.merge(term, 1, Integer::sum);
    }

    /** From here on there are so many messages; what others add later is not seen. */
    void upTo(int messages) {
        size = messages;
    }

    /** The terms of the message that was taken in last. */
    Map<String, Integer> taken() {
        Map<String, Integer> taken = added;
        added = new LinkedHashMap<>();
        return taken;
    }

    @Override
    public void lookUp(Collection<String> terms, Collection<String> beginnings) {
        List<String> unknown =
                terms.stream().filter(term -> !lookedUp.containsKey(term)).toList();
        if (!unknown.isEmpty() || !beginnings.isEmpty()) {
            words.counts(standing, unknown, beginnings, Query.MAX_ALIKE)
                    .forEach((term, count) -> lookedUp.putIfAbsent(term, new Postings(Math.min(count, size))));
        }
    }

    @Override
    public @Nullable Postings postings(String term) {
        return lookedUp.get(term);
    }

    @Override
    public NavigableMap<String, Postings> startingWith(String beginning) {
        return lookedUp.subMap(beginning, true, beginning + Character.MAX_VALUE, false);
    }

    @Override
    public void read(Collection<String> terms) {
        record Wanted(String term, Postings postings) {}
        List<Wanted> wanted = new ArrayList<>();
        for (String term : terms) {
            Postings postings = lookedUp.get(term);
            if (postings != null && postings.size() == 0) {
                wanted.add(new Wanted(term, postings));
            }
        }
        wanted.sort(Comparator.comparingInt((Wanted each) -> each.postings().messages())
                .thenComparing(Wanted::term));
        List<String> read = new ArrayList<>();
        long occurrences = 0;
        for (Wanted each : wanted) {
            occurrences += each.postings().messages();
            if (occurrences > MOST_READ && !read.isEmpty()) {
                break;
            }
            read.add(each.term());
        }
        words.occurrences(standing, read).forEach((term, packed) -> {
            Postings postings = lookedUp.get(term);
            if (postings != null) {
                postings.fill(packed, size);
            }
        });
    }

    @Override
    public int mostBeside() {
        return MOST_BESIDE;
    }

    @Override
    public void release() {
        lookedUp.clear();
    }

    @Override
    public long bytes() {
        return 0;
    }
}
