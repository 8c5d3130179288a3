package io.github.sessioncompression.survival;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What was said, to be looked up by its words of content: the latest with each word, and with the very same words. Not thread-safe. */
final class LatestByWords<V> {
    /** The latest with a word that are known. */
    private static final int MOST = 200;

    private final Deque<V> nothing = new ArrayDeque<>(0);
    private final Map<Set<String>, Deque<V>> same = new HashMap<>();
    private final Map<String, Deque<V>> byWord = new HashMap<>();

    /** Adds what is found by each of the words, and by all of them. */
    void add(Set<String> words, V said) {
        latest(same, words, said);
        addToEach(words, said);
    }

    /** Adds what is found by each of the words alone. */
    void addToEach(Set<String> words, V said) {
        words.forEach(word -> latest(byWord, word, said));
    }

    private static <K, V> void latest(Map<K, Deque<V>> all, K key, V said) {
        Deque<V> latest = all.computeIfAbsent(key, first -> new ArrayDeque<>(2));
        latest.addLast(said);
        if (latest.size() > MOST) {
            latest.removeFirst();
        }
    }

    /** Those with these words and no other. */
    Collection<V> with(Set<String> words) {
        return same.getOrDefault(words, nothing);
    }

    /** Those with a word. */
    Collection<V> with(String word) {
        return byWord.getOrDefault(word, nothing);
    }

    /** Those with the rarest of some words, among which are all that have all of them. */
    Collection<V> withRarest(Collection<String> words) {
        return words.stream()
                .map(this::with)
                .min(Comparator.comparingInt(Collection::size))
                .orElse(nothing);
    }

    /** Those with one of the two rarest of some words, among which are all that have all of them but one. */
    Collection<V> withTwoRarest(Collection<String> words) {
        List<V> with = new ArrayList<>();
        words.stream()
                .map(this::with)
                .sorted(Comparator.comparingInt(Collection::size))
                .limit(2)
                .forEach(with::addAll);
        return with;
    }
}
