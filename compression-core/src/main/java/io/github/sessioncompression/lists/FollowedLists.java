package io.github.sessioncompression.lists;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A framework's lists as one schema knows them: reads a list, reconciles it with the known one, and saves it.
 *
 * <p>Readers read a list without the lock, and again if somebody in this process has changed it meanwhile, so that a framework's store that
 * hangs, as for a compression in the background, blocks no writer.
 */
record FollowedLists<M>(KnownLists knownLists, Reconciliation<M> reconciliation, BesideLists<M> beside) {
    /** Maximum readings of a list without the lock. */
    private static final int MOST_READINGS = 3;

    /** Runs an action on the known list after reading, {@code null} if there is none; under the lock, but for reading. */
    @SuppressWarnings("ReferenceEquality") // A changed list is another object.
    <T> T afterReading(String conversationId, Function<@Nullable KnownList<M>, T> action) {
        for (int i = 0; i < MOST_READINGS; i++) {
            KnownList<M> before = known(conversationId);
            if (before == null) {
                break;
            }
            List<M> list = knownLists.load(reconciliation.lists(), conversationId);
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
        return taken(conversationId, knownLists.load(reconciliation.lists(), conversationId));
    }

    /** Reads once more if another process has added to the side store. */
    private @Nullable KnownList<M> taken(String conversationId, List<M> first) {
        List<M> list = first;
        KnownList<M> known = known(conversationId);
        KnownList<M> kept = beside.latest(conversationId, known);
        long knew = known == null ? 0 : known.lastSequence();
        if (kept != null && kept.lastSequence() > knew && !kept.shows(list)) {
            list = knownLists.load(reconciliation.lists(), conversationId);
        }
        if (kept == null || !kept.shows(list)) {
            kept = reconciliation.after(kept, list, knownLists.keepsResults());
            if (kept == null) {
                return null;
            }
        }
        kept = remember(conversationId, beside.kept(conversationId, kept));
        if (kept.isGone()) {
            knownLists.forgetNotes(conversationId);
        }
        if (!knownLists.keepsResults() && kept.showsResults()) {
            knownLists.sawResults();
        }
        return kept.isGone() ? null : kept;
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
