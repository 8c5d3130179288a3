package io.github.sessioncompression.lists;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.store.Append;
import io.github.sessioncompression.store.Commit;
import io.github.sessioncompression.store.Head;
import io.github.sessioncompression.store.SessionStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The side store as a store over lists uses it: what is known of a list is taken from it and written through to it.
 *
 * <p>A known list remembers the side store's head as both last agreed. While the side store still stands there, what is known may be
 * ahead and is written; if it stands elsewhere, another process was there, and what is known is taken from it anew. Then the list is
 * read, and it has the last word on messages.
 *
 * <p>A side store that fails is left alone for a while, and the list is used as if there were none.
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
    private final SideReading<M> reading;
    private final SideWriting<M> writing;
    private final InstantSource clock;
    private volatile Instant awayUntil = Instant.MIN;
    private volatile boolean away;
    private final AtomicBoolean toldEmpty = new AtomicBoolean();
    private final AtomicBoolean toldRefused = new AtomicBoolean();

    BesideLists(@Nullable SessionStore side, SideReading<M> reading, SideWriting<M> writing, InstantSource clock) {
        this.side = side;
        this.reading = reading;
        this.writing = writing;
        this.clock = clock;
    }

    /** What the conversation is called in the side store. */
    static String name(String id) {
        return SideStore.ID_PREFIX + id;
    }

    /** A page of the conversations in the side store, as the lists call them; empty if that can't be had. */
    List<String> conversations(@Nullable String after, int limit) {
        String from = name(after == null ? "" : after);
        return ask(
                store -> store.conversations(from, limit).stream()
                        .takeWhile(name -> name.startsWith(SideStore.ID_PREFIX))
                        .map(name -> name.substring(SideStore.ID_PREFIX.length()))
                        .toList(),
                List::of);
    }

    /** What is known, with what other processes have left in the side store since. */
    @Nullable
    KnownList<M> latest(String id, @Nullable KnownList<M> known) {
        return ask(
                store -> {
                    Head head = store.head(name(id)).orElse(null);
                    if (head == null
                            || (known != null && head.equals(known.unlisted().beside()))) {
                        return known;
                    }
                    return reading.taken(store, name(id), head, known);
                },
                () -> known);
    }

    /** What is known after the list was read, written to the side store as far as that differs. */
    KnownList<M> kept(String id, KnownList<M> kept) {
        return side == null || kept.isBeside()
                ? kept
                : ask(
                        store -> {
                            Head head = store.head(name(id)).orElse(null);
                            if (head == null && kept.record() != null) {
                                tell(toldEmpty, EMPTY);
                            }
                            return writing.written(store, name(id), head, kept);
                        },
                        () -> kept);
    }

    /**
     * Adds to the side store what was just added to the list.
     *
     * @return {@code next}, knowing whether the side store has it; or why it must be taken out of the list again
     */
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

    /** What became of an append. */
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

    /**
     * Commits in the side store.
     *
     * @return {@code next}, knowing whether the side store has it; {@code null} if the commit is refused
     */
    @Nullable
    KnownList<M> commit(String id, KnownList<M> before, KnownList<M> next, Commit commit, boolean refusedHere) {
        Supplier<@Nullable KnownList<M>> here = () -> refusedHere ? null : next;
        return before.isBeside()
                ? ask(store -> store.commit(name(id), commit) ? next.beside(next.head()) : null, here)
                : here.get();
    }

    /** Erases a message in the side store. What that throws goes on: nothing may say erased that isn't. */
    void erase(String id, long sequence) {
        if (side != null) {
            side.erase(name(id), sequence);
        }
    }

    /** Deletes the conversation in the side store. What that throws goes on: nothing may say deleted that isn't. */
    void delete(String id) {
        if (side != null) {
            side.delete(name(id));
        }
    }

    /** Tells the side store something, or does otherwise where there is none or it can't be had. */
    void tell(Consumer<SessionStore> what, Runnable otherwise) {
        boolean told = ask(
                store -> {
                    what.accept(store);
                    return true;
                },
                () -> false);
        if (!told) {
            otherwise.run();
        }
    }

    /** Asks the side store, or does otherwise where there is none or it can't be had. */
    <T extends @Nullable Object> T ask(Function<SessionStore, T> question, Supplier<T> otherwise) {
        SessionStore store = side;
        if (store == null || (away && clock.instant().isBefore(awayUntil))) {
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
            if (!away) {
                away = true;
                LOG.warn(
                        "The side store of a framework's lists can't be had ({}): until it can, what a list can't hold is kept in"
                                + " this process only. It is asked again after {} seconds.",
                        e.getClass().getName(),
                        PAUSE.toSeconds());
            }
            return otherwise.get();
        }
        if (away) {
            away = false;
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
