package io.github.sessioncompression.recall.vector;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** A meaning store for tests that counts what it embeds, and misbehaves if it is told to. */
public final class MeaningStoreInMemory implements MeaningStore {
    private final Map<String, Passage> passages = new LinkedHashMap<>();
    private final List<String> added = new ArrayList<>();
    private int calls;
    /** Runs before each call. */
    private Runnable before = () -> {};

    private boolean heedless;
    private Supplier<List<Found>> answer = List::of;
    private boolean answers;

    /** From now on this runs before each call; it may throw. */
    public void before(Runnable hook) {
        before = hook;
    }

    /** From now on searches look into all groups. */
    void heedless() {
        heedless = true;
    }

    /** From now on searches answer this. */
    void answer(Supplier<List<Found>> always) {
        answer = always;
        answers = true;
    }

    /** The texts added since this was last called, without the progress. */
    public List<String> takeAdded() {
        List<String> taken = List.copyOf(added);
        added.clear();
        return taken;
    }

    /** The texts that are there now, without the progress. */
    public List<String> texts() {
        return passages.values().stream()
                .filter(passage -> isText(passage))
                .map(Passage::text)
                .toList();
    }

    /** Number of passages of all kinds. */
    public int size() {
        return passages.size();
    }

    /** Number of calls. */
    public int calls() {
        return calls;
    }

    private static boolean isText(Passage passage) {
        return !passage.label().contains(":");
    }

    private void called() {
        calls++;
        before.run();
    }

    @Override
    public void add(List<Passage> more) {
        called();
        for (Passage passage : more) {
            passages.put(passage.id(), passage);
            if (isText(passage)) {
                added.add(passage.text());
            }
        }
    }

    @Override
    public List<Found> nearest(String group, String text, int limit) {
        called();
        if (answers) {
            return answer.get();
        }
        return passages.values().stream()
                .filter(passage -> heedless || passage.group().equals(group))
                .map(passage -> new Found(passage.group(), passage.label(), Matters.alike(passage.text(), text)))
                .sorted(Comparator.comparingDouble(found -> -found.score()))
                .limit(limit)
                .toList();
    }

    @Override
    public void remove(List<String> ids) {
        called();
        ids.forEach(passages::remove);
    }

    @Override
    public void removeAll(String group) {
        called();
        passages.values().removeIf(passage -> passage.group().equals(group));
    }
}
