package io.github.sessioncompression.recall;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Passages in this process's memory, with vectors of an embedding model at one byte a dimension. Beyond the bound the group used longest ago
 * is dropped, and added again when it is next searched. Safe for use by many threads.
 */
final class PassagesInMemory implements MeaningStore {
    private static final int SCALE = 127;
    private static final int BYTES_A_PASSAGE = 200;

    private final TextEmbedder embedder;
    private final Cache<String, Map<String, Embedded>> groups;

    private record Embedded(String label, byte[] vector) {}

    PassagesInMemory(TextEmbedder embedder, long maxBytes) {
        this.embedder = embedder;
        this.groups = Caffeine.newBuilder()
                .executor(Runnable::run)
                .maximumWeight(maxBytes)
                .weigher((String id, Map<String, Embedded> group) -> weight(group))
                .build();
    }

    private static int weight(Map<String, Embedded> group) {
        int dimensions = group.values().stream()
                .findAny()
                .map(any -> any.vector().length)
                .orElse(0);
        return (int) Math.min(Integer.MAX_VALUE, (long) group.size() * (BYTES_A_PASSAGE + dimensions));
    }

    @Override
    public void add(List<Passage> passages) {
        List<float[]> vectors = embed(passages.stream().map(Passage::text).toList());
        for (int i = 0; i < vectors.size(); i++) {
            Passage passage = passages.get(i);
            Embedded embedded = new Embedded(passage.label(), quantised(vectors.get(i)));
            groups.asMap().compute(passage.group(), (id, known) -> {
                Map<String, Embedded> group = known == null ? new ConcurrentHashMap<>() : known;
                group.put(passage.id(), embedded);
                return group;
            });
        }
    }

    private List<float[]> embed(List<String> texts) {
        List<float[]> vectors = embedder.embed(texts);
        if (vectors.size() != texts.size()) {
            throw new IllegalStateException(
                    "the embedding model gave " + vectors.size() + " vectors for " + texts.size() + " texts");
        }
        return vectors;
    }

    /** Components of a direction are about one over the root of the dimensions; up to four times that is told apart. */
    private static byte[] quantised(float[] vector) {
        double squares = 0;
        for (float x : vector) {
            squares += (double) x * x;
        }
        double scale = SCALE * Math.sqrt(vector.length) / 4 / Math.max(Math.sqrt(squares), Double.MIN_NORMAL);
        byte[] quantised = new byte[vector.length];
        for (int i = 0; i < vector.length; i++) {
            quantised[i] = (byte) Math.max(-SCALE, Math.min(SCALE, Math.round(vector[i] * scale)));
        }
        return quantised;
    }

    @Override
    public List<Found> nearest(String group, String text, int limit) {
        Map<String, Embedded> passages = groups.getIfPresent(group);
        if (passages == null) {
            return List.of();
        }
        float[] wanted = embed(List.of(text)).get(0);
        List<Found> found = new ArrayList<>();
        for (Embedded passage : passages.values()) {
            if (passage.vector().length != wanted.length) {
                throw new IllegalStateException("the embedding model gave vectors of different lengths");
            }
            double product = 0;
            for (int i = 0; i < wanted.length; i++) {
                product += passage.vector()[i] * wanted[i];
            }
            found.add(new Found(group, passage.label(), product));
        }
        found.sort(Comparator.comparingDouble(Found::score).reversed());
        return found.subList(0, Math.min(limit, found.size()));
    }

    @Override
    public void remove(List<String> ids) {
        groups.asMap().values().forEach(group -> group.keySet().removeAll(ids));
    }

    @Override
    public void removeAll(String group) {
        groups.invalidate(group);
    }
}
