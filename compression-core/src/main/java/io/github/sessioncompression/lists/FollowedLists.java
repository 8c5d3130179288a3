package io.github.sessioncompression.lists;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A framework's lists as one schema knows them: reads a list, puts it together with what is known, and saves it.
 *
 * <p>Whoever only wants to know how a list stands reads it without the lock, and once more where somebody in this process has been there
 * meanwhile. So a framework's store that hangs then, as for a compression in the background, holds nobody who writes.
 */
final class FollowedLists<M> {
    /** So often a list is read without the lock. */
    private static final int MOST_READINGS = 3;

    private final MessageLists<M> lists;
    private final String schema;
    private final KnownLists knownLists;
    private final Reconciliation<M> reconciliation;
    private final BesideLists<M> beside;

    FollowedLists(
            MessageLists<M> lists,
            String schema,
            KnownLists knownLists,
            Reconciliation<M> reconciliation,
            BesideLists<M> beside) {
        this.lists = lists;
        this.schema = schema;
        this.knownLists = knownLists;
        this.reconciliation = reconciliation;
        this.beside = beside;
    }

    /** Does something with what is known once the list has been read, {@code null} if there is none; under the lock, but for reading. */
    @SuppressWarnings("ReferenceEquality") // What is known is another object as soon as it is another thing.
    <T> T afterReading(String conversationId, Function<@Nullable KnownList<M>, T> action) {
        for (int i = 0; i < MOST_READINGS; i++) {
            KnownList<M> before = known(conversationId);
            if (before == null) {
                break;
            }
            List<M> list = knownLists.load(lists, conversationId);
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

    /** What is known once the list has been read; {@code null} if there is none. */
    @Nullable
    KnownList<M> read(String conversationId) {
        return taken(conversationId, knownLists.load(lists, conversationId));
    }

    /** What is known with what was read, once more if another process has added to the side store, too; {@code null} if there is none. */
    private @Nullable KnownList<M> taken(String conversationId, List<M> first) {
        List<M> list = first;
        KnownList<M> known = known(conversationId);
        KnownList<M> kept = beside.latest(conversationId, known);
        long knew = known == null ? 0 : known.lastSequence();
        if (kept != null && kept.lastSequence() > knew && !kept.shows(list)) {
            list = knownLists.load(lists, conversationId);
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
        if (kept.showsResults()) {
            knownLists.sawResults();
        }
        return kept.isGone() ? null : kept;
    }

    /** Saves it. */
    KnownList<M> save(String conversationId, KnownList<M> kept) {
        List<M> content = kept.content();
        if (content.isEmpty()) {
            lists.delete(conversationId);
        } else {
            lists.save(conversationId, new ArrayList<>(content));
        }
        return remember(conversationId, kept.seen(content, kept.pair()));
    }

    /** One identity has one type of message. */
    @SuppressWarnings("unchecked")
    @Nullable
    KnownList<M> known(String conversationId) {
        return (KnownList<M>) knownLists.known(conversationId, schema);
    }

    /** Knows it from now on. */
    KnownList<M> remember(String conversationId, KnownList<M> kept) {
        knownLists.remember(conversationId, schema, kept);
        return kept;
    }
}
