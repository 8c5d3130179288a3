package io.github.sessioncompression.lists;

import io.github.sessioncompression.store.SessionStore.Head;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A framework's lists as one schema knows them: reads a list, reconciles it with the known one, and saves it.
 *
 * <p><b>Algorithm</b> of a reading.
 * <ol>
 *   <li>The list is read without the lock, at most three times, so that a framework's store that hangs blocks no writer; then once under it.
 *   <li>The side store brings the known list up to date. If another process has written there in the last ten seconds, the list may be late: it is read
 *       again, after pauses of 1 to 800 ms, until it has what the side store has or they are over.
 *   <li>If the list is still another one, {@link Reconciliation} decides what has happened to it, and the side store is told by compare-and-set.
 * </ol>
 *
 * <p><b>Threads:</b> writers of a conversation wait for each other. <b>On failure</b> exceptions of the framework's store are thrown, and the known list
 * stays as it was.
 */
record FollowedLists<M>(KnownLists knownLists, Reconciliation<M> reconciliation, BesideLists<M> beside) {
    /** Maximum readings of a list without the lock. */
    private static final int MOST_READINGS = 3;
    /** Maximum saves of a list while others save it at the same moment. */
    private static final int MOST_SAVES = 20;
    /** Waits for a list that another process may be about to save, 1.6 s together. */
    private static final long[] WAITS_MILLIS = {1, 2, 5, 10, 20, 50, 100, 200, 400, 800};

    /** Runs an action on the known list after reading, {@code null} if there is none; under the lock, except for reading. */
    @SuppressWarnings("ReferenceEquality") // A changed list is another object.
    <T> T afterReading(String conversationId, Function<@Nullable KnownList<M>, T> action) {
        for (int i = 0; i < MOST_READINGS; i++) {
            KnownList<M> before = known(conversationId);
            if (before == null) {
                break;
            }
            List<M> list = load(conversationId);
            List<T> done = knownLists.locked(
                    conversationId,
                    () -> known(conversationId) == before
                            ? List.of(action.apply(taken(conversationId, list)))
                            : List.of());
            if (!done.isEmpty()) {
                return done.get(0);
            }
        }
        return knownLists.locked(conversationId, () -> action.apply(read(conversationId)));
    }

    /** The known list after reading; {@code null} if there is none. */
    @Nullable
    KnownList<M> read(String conversationId) {
        return taken(conversationId, load(conversationId));
    }

    /**
     * The known list for an append; {@code null} if there is none. The side store is asked by the append itself, unless the list has messages
     * that this process does not know.
     */
    @Nullable
    KnownList<M> readToAppend(String conversationId) {
        List<M> list = load(conversationId);
        KnownList<M> known = known(conversationId);
        if (known == null || !known.isBeside()) {
            return taken(conversationId, list);
        }
        if (known.shows(list) || (beside.isContended(conversationId) && reconciliation.isPart(known, list))) {
            return known;
        }
        KnownList<M> kept = reconciliation.after(known, list, knownLists.keepsResults());
        return kept != null && kept.isBeside() ? remember(conversationId, kept) : taken(conversationId, list);
    }

    private List<M> load(String conversationId) {
        return knownLists.load(reconciliation.lists(), conversationId);
    }

    private @Nullable KnownList<M> taken(String conversationId, List<M> first) {
        List<M> list = first;
        for (int i = 1; ; i++) {
            Reading<M> reading = settled(conversationId, list);
            KnownList<M> kept = reading.kept();
            if (reading.settled() && (kept == null || !kept.shows(reading.list()))) {
                kept = reconciliation.after(kept, reading.list(), knownLists.keepsResults());
                tellOthers(conversationId, reading.kept(), kept);
            }
            if (kept == null) {
                return null;
            }
            KnownList<M> written = beside.kept(conversationId, reading.head(), kept);
            if (written != null || i == MOST_READINGS) {
                return taken(conversationId, written == null ? kept : written);
            }
            list = load(conversationId);
        }
    }

    private @Nullable KnownList<M> taken(String conversationId, KnownList<M> kept) {
        remember(conversationId, kept);
        if (kept.isGone()) {
            knownLists.forgetNotes(conversationId);
        }
        if (!knownLists.keepsResults() && kept.showsResults()) {
            knownLists.sawResults();
        }
        return kept.isGone() ? null : kept;
    }

    /**
     * A list as it was read last, and the side store behind it.
     *
     * @param kept the known list with the changes of other processes in the side store
     * @param head the side store's head that it agrees with
     * @param settled false if others write right now, or the thread was interrupted: the list may lack what the side store has
     */
    private record Reading<M>(@Nullable KnownList<M> kept, @Nullable Head head, List<M> list, boolean settled) {}

    /**
     * Reads the side store, and the list again while another process may be about to save it: what that process has written is in the
     * side store already, so a message that the list lacks is only late. If the list still lacks it after more than a second in which
     * nobody has written, somebody has removed it.
     */
    @SuppressWarnings("ReferenceEquality") // A changed list is another object.
    private Reading<M> settled(String conversationId, List<M> first) {
        List<M> list = first;
        BesideLists.Latest<M> latest = beside.latest(conversationId, known(conversationId));
        for (long wait : WAITS_MILLIS) {
            KnownList<M> kept = latest.list();
            if (kept == null
                    || latest.head() == null
                    || !beside.isContended(conversationId)
                    || reconciliation.isComplete(kept, list, knownLists.keepsResults())) {
                break;
            }
            boolean waited = waited(wait);
            list = load(conversationId);
            latest = beside.latest(conversationId, kept);
            if (!waited || latest.list() != kept) {
                return new Reading<>(latest.list(), latest.head(), list, false);
            }
        }
        return new Reading<>(latest.list(), latest.head(), list, true);
    }

    private boolean waited(long millis) {
        try {
            reconciliation.side().waiting().millis(millis);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void tellOthers(String conversationId, @Nullable KnownList<M> before, @Nullable KnownList<M> after) {
        if (before != null
                && after != null
                && !before.isGone()
                && !after.isGone()
                && (after.lastSequence() > before.lastSequence()
                        || !after.incarnation().equals(before.incarnation()))) {
            beside.tellOthers(conversationId);
        }
    }

    /**
     * Saves the list after a write to the side store, and again until it has what all processes have written: a save of an older list
     * may have come after a newer one, or two saves may be mixed.
     *
     * @return the list as it is known then; gone if another process has deleted it
     */
    @SuppressWarnings("ReferenceEquality") // A changed list is another object.
    KnownList<M> mirror(String conversationId, KnownList<M> next) {
        KnownList<M> saved = save(conversationId, next);
        boolean alone = true;
        for (int i = 0; i < MOST_SAVES; i++) {
            BesideLists.Latest<M> latest = beside.latest(conversationId, saved);
            KnownList<M> now = latest.list();
            if (!latest.asked() || now == null) {
                return saved;
            }
            if (latest.head() == null) {
                return save(conversationId, KnownList.begun(saved.incarnation()));
            }
            if (now.hasMessagesOf(saved)
                    && (alone || reconciliation.isComplete(now, load(conversationId), knownLists.keepsResults()))) {
                return now == saved ? saved : remember(conversationId, now);
            }
            alone = false;
            beside.tellCollision(conversationId);
            saved = save(conversationId, now);
        }
        return saved;
    }

    KnownList<M> save(String conversationId, KnownList<M> kept) {
        List<M> content = kept.content();
        if (content.isEmpty()) {
            reconciliation.lists().delete(conversationId);
        } else {
            reconciliation.lists().save(conversationId, new ArrayList<>(content));
        }
        return remember(conversationId, kept.seen(content, kept.pair()));
    }

    /** One identity has one type of message. */
    @SuppressWarnings("unchecked")
    @Nullable
    KnownList<M> known(String conversationId) {
        return (KnownList<M>)
                knownLists.known(conversationId, reconciliation.schema().name());
    }

    KnownList<M> remember(String conversationId, KnownList<M> kept) {
        knownLists.remember(conversationId, reconciliation.schema().name(), kept);
        return kept;
    }
}
