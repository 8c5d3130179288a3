package io.github.sessioncompression.lists;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.option.SteadyTime;
import io.github.sessioncompression.store.Counters;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStore.Append;
import io.github.sessioncompression.store.SessionStore.Commit;
import io.github.sessioncompression.store.SessionStore.Head;
import io.github.sessioncompression.store.SessionStore.Lease;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The side store as a store over lists uses it: known lists are read from it and written through to it.
 *
 * <p>A known list remembers the side store's head of their last agreement. While the side store still has that head, the known list may be
 * ahead and is written; if it has another one, another process was there, and the known list is read from it anew. Then the list is
 * read, and it has the last word on messages.
 *
 * <p>A side store that fails is not asked again for a while, and the list is used as if there were none. Leases and counters are kept in
 * this process then.
 */
final class BesideLists<M> {
    private static final Logger LOG = LoggerFactory.getLogger(SideStore.class);
    private static final Duration PAUSE = Duration.ofSeconds(30);
    private static final String EMPTY =
            "A framework's list has a state of which its side store knows nothing: the state is taken from"
                    + " the list, and what a list can't hold of it is lost (said once).";
    private static final String REFUSED =
            "The side store of a framework's lists does not take a conversation, perhaps for its id: what"
                    + " a list can't hold of it is kept in this process only (said once): ";

    private final @Nullable SessionStore side;
    private final SideSync<M> sync;
    private final KnownLists knownLists;
    private final InstantSource clock;
    /** Time of the next question to a side store that failed; {@code null} if it did not. */
    private volatile @Nullable Instant awayUntil;

    private final AtomicBoolean toldEmpty = new AtomicBoolean();
    private final AtomicBoolean toldRefused = new AtomicBoolean();

    BesideLists(@Nullable SessionStore side, SideSync<M> sync, KnownLists knownLists, InstantSource clock) {
        this.side = side;
        this.sync = sync;
        this.knownLists = knownLists;
        this.clock = SteadyTime.of(clock);
    }

    private static String name(String id) {
        return SideStore.ID_PREFIX + id;
    }

    /** A page of the conversations in the side store under the ids of their lists; empty if it is away. */
    List<String> conversations(@Nullable String after, int limit) {
        String from = name(after == null ? "" : after);
        return ask(
                store -> store.conversations(from, limit).stream()
                        .takeWhile(name -> name.startsWith(SideStore.ID_PREFIX))
                        .map(name -> name.substring(SideStore.ID_PREFIX.length()))
                        .toList(),
                List::of);
    }

    /** The known list with the changes of other processes in the side store. */
    @Nullable
    KnownList<M> latest(String id, @Nullable KnownList<M> known) {
        return ask(
                store -> {
                    Head head = store.head(name(id)).orElse(null);
                    if (head == null
                            || (known != null && head.equals(known.unlisted().beside()))) {
                        return known;
                    }
                    return sync.taken(store, name(id), head, known);
                },
                () -> known);
    }

    /** Writes the known list to the side store as far as that differs, after the list was read. */
    KnownList<M> kept(String id, KnownList<M> kept) {
        return side == null || kept.isBeside()
                ? kept
                : ask(
                        store -> {
                            Head head = store.head(name(id)).orElse(null);
                            if (head == null && kept.record() != null) {
                                tell(toldEmpty, EMPTY);
                            }
                            return sync.written(store, name(id), head, kept);
                        },
                        () -> kept);
    }

    /** Adds to the side store what was just added to the list; unless that is added, it must be taken out of the list again. */
    Appended<M> append(String id, KnownList<M> before, KnownList<M> next, String key, List<Entry> entries) {
        if (!before.isBeside() && !before.isGone()) {
            return new Appended<>(Append.ADDED, next);
        }
        return ask(
                store -> {
                    Append done = store.append(name(id), before.incarnation(), before.lastSequence(), key, entries);
                    return new Appended<>(done, next.beside(next.head()));
                },
                () -> new Appended<>(Append.ADDED, next));
    }

    record Appended<M>(Append done, KnownList<M> list) {}

    /** Replaces in the side store what was just replaced in the list; {@code false} if that must be undone. */
    boolean replaceAfter(String id, KnownList<M> before, long keepThrough, String newIncarnation, List<Entry> entries) {
        return !before.isBeside()
                || ask(
                        store -> store.replaceAfter(
                                name(id),
                                before.incarnation(),
                                before.lastSequence(),
                                keepThrough,
                                newIncarnation,
                                entries),
                        () -> true);
    }

    /** Commits in the side store, if it agrees; {@code null} if the commit is refused. */
    @Nullable
    KnownList<M> commit(String id, KnownList<M> before, KnownList<M> next, Commit commit) {
        Supplier<@Nullable KnownList<M>> here = () -> knownLists.notes(id).refuses(commit.fencingToken()) ? null : next;
        return before.isBeside()
                ? ask(store -> store.commit(name(id), commit) ? next.beside(next.head()) : null, here)
                : here.get();
    }

    /** Erases a message in the side store; a failure is thrown, so that nothing counts as erased that isn't. */
    void erase(String id, long sequence) {
        if (side != null) {
            side.erase(name(id), sequence);
        }
    }

    /** Deletes the conversation in the side store; a failure is thrown, so that nothing counts as deleted that isn't. */
    void delete(String id) {
        if (side != null) {
            side.delete(name(id));
        }
    }

    Optional<Lease> tryLease(String id, String owner, Duration duration) {
        return ask(
                store -> store.tryLease(name(id), owner, duration),
                () -> Optional.ofNullable(knownLists.notes(id).tryLease(owner, duration, clock.instant())));
    }

    void release(String id, Lease lease) {
        knownLists.notes(id).release(lease);
        ask(
                store -> {
                    store.release(name(id), lease);
                    return true;
                },
                () -> false);
    }

    void count(String id, Counters delta) {
        ask(
                store -> {
                    store.count(name(id), delta);
                    return delta;
                },
                () -> knownLists.notes(id).count(delta));
    }

    /** The counts of the side store and of this process, which are not added to the side store later. */
    Counters counters(String id) {
        Counters here = knownLists.notes(id).count(Counters.NONE);
        return ask(store -> store.counters(name(id)), () -> Counters.NONE).plus(here);
    }

    /** Asks the side store, or does otherwise where there is none or it is away. */
    private <T extends @Nullable Object> T ask(Function<SessionStore, T> question, Supplier<T> otherwise) {
        SessionStore store = side;
        Instant away = awayUntil;
        if (store == null || (away != null && clock.instant().isBefore(away))) {
            return otherwise.get();
        }
        T answer;
        try {
            answer = question.apply(store);
        } catch (IllegalArgumentException refused) {
            tell(toldRefused, REFUSED + refused.getClass().getName());
            return otherwise.get();
        } catch (RuntimeException e) {
            awayUntil = clock.instant().plus(PAUSE);
            if (away == null) {
                LOG.warn(
                        "The side store of a framework's lists can't be had ({}): until it can, what a list can't hold is kept in"
                                + " this process only. It is asked again after {} seconds.",
                        e.getClass().getName(),
                        PAUSE.toSeconds());
            }
            return otherwise.get();
        }
        if (away != null) {
            awayUntil = null;
            LOG.info("The side store of a framework's lists is there again.");
        }
        return answer;
    }

    private static void tell(AtomicBoolean told, String what) {
        if (!told.getAndSet(true)) {
            LOG.warn(what);
        }
    }
}
