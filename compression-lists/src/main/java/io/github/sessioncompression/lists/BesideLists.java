package io.github.sessioncompression.lists;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.option.SteadyTime;
import io.github.sessioncompression.store.Counters;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStore.Append;
import io.github.sessioncompression.store.SessionStore.Commit;
import io.github.sessioncompression.store.SessionStore.Head;
import io.github.sessioncompression.store.SessionStore.Lease;
import io.github.sessioncompression.text.LogText;
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
 * The side store as a store over lists uses it: changes are made here first, by compare-and-set, and known lists are read from it.
 *
 * <p>A known list remembers the side store's head of their last agreement. While the side store still has that head, no other process has
 * written; if it has another one, the known list is brought up to date from it.
 *
 * <p>A side store that fails is not asked again for a while, and the list is used as if there were none. Leases and counters are kept in
 * this process then.
 */
final class BesideLists<M> {
    private static final Logger LOG = LoggerFactory.getLogger(SideStore.class);
    private static final Duration PAUSE = Duration.ofSeconds(30);
    /** Longest time that a process needs from its write to the side store to the end of its save of the list. */
    private static final Duration MIRRORING = Duration.ofSeconds(10);

    private static final String EMPTY =
            "A framework's list has a state of which its side store knows nothing: the state is taken from"
                    + " the list, and what a list can't hold of it is lost (said once).";
    private static final String REFUSED =
            "The side store of a framework's lists does not take a conversation, perhaps for its id: what"
                    + " a list can't hold of it is kept in this process only (said once): ";

    private static final String CURE =
            " To avoid it, keep chats in a store of this library: JdbcSessionStore or RedisSessionStore, under Spring Boot"
                    + " session-compression.store=jdbc or redis (said once).";
    private static final String COLLISION =
            "Conversation {}: two processes have saved its list in the framework's store at the same moment. Nothing is lost: the"
                    + " side store has every message once, and the list is saved again. A program that reads the framework's store"
                    + " itself may have found messages twice or too few for a moment."
                    + CURE;
    private static final String OTHERS =
            "Conversation {}: its list in the framework's store was changed by another process or program. Such a store saves whole"
                    + " lists and can't compare: if two nodes add to one conversation at the same moment, messages may be lost or"
                    + " doubled. Give the lists a side store (SideStore, under Spring Boot session-compression.framework.side-store)."
                    + CURE;

    private final @Nullable SessionStore side;
    private final SideSync<M> sync;
    private final KnownLists knownLists;
    private final InstantSource clock;
    /** Time of the next question to a side store that failed; {@code null} if it did not. */
    private volatile @Nullable Instant awayUntil;

    private final AtomicBoolean toldEmpty = new AtomicBoolean();
    private final AtomicBoolean toldRefused = new AtomicBoolean();
    private final AtomicBoolean toldCollision = new AtomicBoolean();
    private final AtomicBoolean toldOthers = new AtomicBoolean();

    BesideLists(@Nullable SessionStore side, SideSync<M> sync, KnownLists knownLists, InstantSource clock) {
        this.side = side;
        this.sync = sync;
        this.knownLists = knownLists;
        this.clock = SteadyTime.of(clock);
    }

    boolean isNone() {
        return side == null;
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

    /**
     * A known list with the changes of other processes.
     *
     * @param head the side store's head; {@code null} if it has no such conversation or was not asked
     * @param asked false if there is no side store or it is away
     */
    record Latest<M>(@Nullable KnownList<M> list, @Nullable Head head, boolean asked) {}

    /** The known list with the changes of other processes in the side store; the same object if there are none. */
    Latest<M> latest(String id, @Nullable KnownList<M> known) {
        return ask(
                store -> {
                    Head head = store.head(name(id)).orElse(null);
                    if (head == null
                            || (known != null && head.equals(known.unlisted().beside()))) {
                        return new Latest<>(known, head, true);
                    }
                    knownLists.notes(id).othersWrote(clock.instant());
                    KnownList<M> taken = sync.taken(store, name(id), head, known);
                    return taken == null
                            ? new Latest<>(known, null, true)
                            : new Latest<>(taken, taken.unlisted().beside(), true);
                },
                () -> new Latest<>(known, null, false));
    }

    /** True if another process wrote so lately that its save of the list may be under way. */
    boolean isContended(String id) {
        return side != null
                && knownLists.notes(id).othersWroteSince(clock.instant().minus(MIRRORING));
    }

    /**
     * Writes the known list to the side store as far as that differs, after the list was read; {@code null} if another process was faster.
     *
     * @param head the side store's head that the known list was made from
     */
    @Nullable
    KnownList<M> kept(String id, @Nullable Head head, KnownList<M> kept) {
        return side == null || kept.isBeside()
                ? kept
                : ask(
                        store -> {
                            if (head == null && kept.record() != null) {
                                tell(toldEmpty, EMPTY);
                            }
                            return sync.written(store, name(id), head, kept);
                        },
                        () -> kept);
    }

    /** Adds to the side store what is then added to the list; the list alone gets it if there is no side store or it is away. */
    Appended<M> append(String id, KnownList<M> before, KnownList<M> next, String key, List<Entry> entries) {
        return ask(
                store -> {
                    Append done = store.append(name(id), before.incarnation(), before.lastSequence(), key, entries);
                    boolean agrees = before.isBeside() || before.isGone();
                    return new Appended<>(done, agrees ? next.beside(next.head()) : next);
                },
                () -> new Appended<>(Append.ADDED, next));
    }

    record Appended<M>(Append done, KnownList<M> list) {}

    /** Replaces in the side store what is then replaced in the list; {@code false} if another process was faster. */
    boolean replaceAfter(String id, KnownList<M> before, long keepThrough, String newIncarnation, List<Entry> entries) {
        return ask(
                // The store itself compares the head; it is read only if the list differs from what the side store
                // holds.
                store -> (before.isBeside() ? Optional.of(before.head()) : store.head(name(id)))
                        .filter(head -> before.stands(head.incarnation(), head.lastSequence()))
                        .filter(head -> store.replaceAfter(name(id), head, keepThrough, newIncarnation, entries))
                        .isPresent(),
                () -> true);
    }

    /** {@code next} in agreement with the side store, if that has just these messages and this record after a change of this process. */
    KnownList<M> agreed(String id, KnownList<M> next) {
        return ask(
                store -> store.head(name(id))
                        .map(head -> next.beside(head).isBeside() ? next.beside(head) : next)
                        .orElse(next),
                () -> next);
    }

    /** Commits in the side store; {@code null} if the commit is refused. */
    @Nullable
    KnownList<M> commit(String id, KnownList<M> before, KnownList<M> next, Commit commit) {
        return ask(
                store -> {
                    if (!store.commit(name(id), commit)) {
                        return null;
                    }
                    return before.isBeside() ? next.beside(next.head()) : next;
                },
                () -> knownLists.notes(id).refuses(commit.fencingToken()) ? null : next);
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

    /** Like {@link #delete}, unless another process has written since {@code kept} was read: then {@code false}, and nothing changed. */
    boolean deleteIf(String id, KnownList<M> kept) {
        if (side != null && kept.isBeside()) {
            return side.deleteIf(name(id), kept.head());
        }
        delete(id);
        return true;
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

    /** Asks the side store, or does otherwise if there is none or it is away. */
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

    /** Two processes have saved one list at the same moment. */
    void tellCollision(String id) {
        if (!toldCollision.getAndSet(true)) {
            LOG.warn(COLLISION, LogText.name(id));
        }
    }

    /** Another process, or another program, has changed a list that has no side store. */
    void tellOthers(String id) {
        if (side == null && !toldOthers.getAndSet(true)) {
            LOG.warn(OTHERS, LogText.name(id));
        }
    }

    private static void tell(AtomicBoolean told, String what) {
        if (!told.getAndSet(true)) {
            LOG.warn(what);
        }
    }
}
