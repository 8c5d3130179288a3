package io.github.sessioncompression.recall;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingDeque;

/** What is yet to be removed from a meaning store; what can't be stays for the next time. Safe for use by many threads. */
final class PassageRemovals {
    /** Beyond so many nothing more is noted: the store has been away for long, and that was told. */
    private static final int MOST = 1_000;

    private final MeaningStore store;
    private final LinkedBlockingDeque<Runnable> pending = new LinkedBlockingDeque<>(MOST);

    PassageRemovals(MeaningStore store) {
        this.store = store;
    }

    /** All passages of a group. */
    void group(String group) {
        pending.offer(() -> store.removeAll(group));
    }

    /** One entry. */
    void id(String id) {
        pending.offer(() -> store.remove(List.of(id)));
    }

    /** The passages of these messages. */
    void messages(String group, List<Long> sequences) {
        pending.offer(() -> remove(group, sequences));
    }

    private void remove(String group, List<Long> sequences) {
        List<String> batch = new ArrayList<>();
        for (long sequence : sequences) {
            for (int place = 0; place < Passages.MAX; place++) {
                batch.add(PassageNames.id(group, sequence, place));
            }
            if (batch.size() + Passages.MAX > MeaningStore.MAX_IDS) {
                store.remove(List.copyOf(batch));
                batch.clear();
            }
        }
        if (!batch.isEmpty()) {
            store.remove(List.copyOf(batch));
        }
    }

    boolean isEmpty() {
        return pending.isEmpty();
    }

    /**
     * Removes all that is noted.
     *
     * @throws RuntimeException what the store throws; what is left is noted still
     */
    void run() {
        for (Runnable next = pending.poll(); next != null; next = pending.poll()) {
            try {
                next.run();
            } catch (RuntimeException e) {
                pending.offerFirst(next);
                throw e;
            }
        }
    }
}
