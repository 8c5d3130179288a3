package io.github.sessioncompression.lists;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A bounded map that forgets what was used longest ago, never what was just put: a compression that is in memory alone must
 * outlast the turn it was made for, however heavy it is. Safe for use by many threads.
 */
final class RecentlyUsed<K, V> {
    private static final float LOAD_FACTOR = 0.75f;

    private final long maxWeight;
    private final ToLongFunction<V> weigher;
    private final LinkedHashMap<K, V> values = new LinkedHashMap<>(16, LOAD_FACTOR, true);
    private long weight;

    RecentlyUsed(long maxWeight, ToLongFunction<V> weigher) {
        this.maxWeight = maxWeight;
        this.weigher = weigher;
    }

    synchronized @Nullable V get(K key) {
        return values.get(key);
    }

    synchronized void put(K key, V value) {
        V before = values.put(key, value);
        weight += weigher.applyAsLong(value) - (before == null ? 0 : weigher.applyAsLong(before));
        Iterator<Map.Entry<K, V>> oldest = values.entrySet().iterator();
        while (weight > maxWeight && values.size() > 1) {
            weight -= weigher.applyAsLong(oldest.next().getValue());
            oldest.remove();
        }
    }

    synchronized void remove(K key) {
        V before = values.remove(key);
        weight -= before == null ? 0 : weigher.applyAsLong(before);
    }

    synchronized List<Map.Entry<K, V>> entries() {
        return values.entrySet().stream().map(Map.Entry::copyOf).toList();
    }
}
