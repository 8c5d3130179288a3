package io.github.sessioncompression.lists;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.Counters;
import io.github.sessioncompression.store.SegmentState;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStore.Append;
import io.github.sessioncompression.store.SessionStore.Commit;
import io.github.sessioncompression.store.SessionStore.Head;
import io.github.sessioncompression.store.SessionStore.Lease;
import io.github.sessioncompression.store.StoreRules;
import io.github.sessioncompression.token.MessageTokens;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The store over a framework's lists.
 *
 * <p><b>Algorithm</b> of a write, under the conversation's lock.
 * <ol>
 *   <li>The list is read and {@linkplain Reconciliation reconciled} with the known list.
 *   <li>The side store, if there is one, is written by compare-and-set; if it refuses, so does this store.
 *   <li>The list is saved once, and again only if another process has saved it at that moment. A commit waits for the next save.
 * </ol>
 *
 * <p>The known list is only a cache of what a list can't hold, or not yet. <b>Does nothing when</b> incarnation, number or version are not as expected.
 * <b>Threads:</b> safe for use by many; all stores over one identity share their locks. <b>On failure</b> of the framework's store its exception is thrown;
 * an append that may have been saved is recognised by its messages when it is repeated. For a failing side store see {@link BesideLists}.
 */
final class ListSessionStore<M> implements SessionStore {
    private final MessageLists<M> lists;
    private final StateSchema schema;
    private final MessageTokens tokens;
    private final KnownLists knownLists;
    private final boolean stateInList;
    private final FollowedLists<M> followed;
    private final BesideLists<M> beside;

    ListSessionStore(
            MessageLists<M> lists,
            StateSchema schema,
            MessageTokens tokens,
            InstantSource clock,
            KnownLists knownLists,
            SideStore side) {
        this.lists = lists;
        this.schema = schema;
        this.tokens = tokens;
        this.knownLists = knownLists;
        this.stateInList = side.stateInList();
        this.beside =
                new BesideLists<>(side.store(), new SideSync<>(lists, schema, tokens, stateInList), knownLists, clock);
        Reconciliation<M> reconciliation = new Reconciliation<>(lists, schema, clock, side);
        this.followed = new FollowedLists<>(knownLists, reconciliation, beside);
    }

    @Override
    public boolean keepsRecords() {
        return !beside.isNone();
    }

    @Override
    public Optional<Head> head(String conversationId) {
        return shown(conversationId, KnownList::head);
    }

    @Override
    public List<String> conversations(@Nullable String after, int limit) {
        StoreRules.requireLimit(limit);
        NavigableSet<String> sorted = new TreeSet<>(StoreRules.ID_ORDER);
        lists.conversationIds().ifPresentOrElse(sorted::addAll, () -> {
            sorted.addAll(knownLists.conversations(schema.name()));
            sorted.addAll(beside.conversations(after, limit));
        });
        return (after == null ? sorted : sorted.tailSet(after, false))
                .stream().limit(limit).toList();
    }

    @Override
    public Append append(
            String conversationId, String incarnation, long expectedLast, String key, List<Entry> entries) {
        StoreRules.requireAppend(expectedLast, key, entries);
        return knownLists.locked(conversationId, () -> {
            KnownList<M> kept = followed.readToAppend(conversationId);
            if (kept == null) {
                kept = KnownList.begun(incarnation);
            }
            ListNotes notes = knownLists.notes(conversationId);
            if (kept.unlisted().keys().contains(key) || notes.wasSaved(key, kept)) {
                return Append.ALREADY_THERE;
            }
            if (!kept.stands(incarnation, expectedLast)) {
                return Append.REFUSED;
            }
            KnownList<M> next =
                    kept.appended(NumberedMessage.written(entries, lists)).keyed(key);
            BesideLists.Appended<M> appended = beside.append(conversationId, kept, next, key, entries);
            if (appended.done() != Append.ADDED) {
                if (appended.done() == Append.ALREADY_THERE) {
                    mirrorLatest(conversationId, kept);
                }
                return appended.done();
            }
            notes.saving(key, kept, entries);
            KnownList<M> mirrored = followed.mirror(conversationId, appended.list());
            notes.saved();
            return mirrored.hasAll(entries) ? Append.ADDED : Append.REFUSED;
        });
    }

    /** Saves a list whose last save may have failed. */
    private void mirrorLatest(String conversationId, KnownList<M> known) {
        KnownList<M> latest = beside.latest(conversationId, known).list();
        if (latest != null && !latest.hasMessagesOf(known)) {
            followed.mirror(conversationId, latest);
        }
    }

    @Override
    public boolean replaceAfter(
            String conversationId, Head expected, long keepThrough, String newIncarnation, List<Entry> entries) {
        StoreRules.requireAscending(expected.lastSequence(), entries);
        return knownLists.locked(conversationId, () -> {
            KnownList<M> kept = followed.read(conversationId);
            if (kept == null
                    || !kept.head().matches(expected)
                    || !beside.replaceAfter(conversationId, kept, keepThrough, newIncarnation, entries)) {
                return false;
            }
            mirrorOwn(
                    conversationId,
                    kept.cutAfter(keepThrough)
                            .appended(NumberedMessage.written(entries, lists))
                            .reborn(newIncarnation));
            return true;
        });
    }

    /** Saves a list after a change of this process that gave it a new revision in the side store. */
    private void mirrorOwn(String conversationId, KnownList<M> next) {
        followed.mirror(conversationId, beside.agreed(conversationId, next));
    }

    /** Reads the list again only behind the end of the known one. */
    @Override
    public List<Entry> load(String conversationId, long after, int limit) {
        StoreRules.requireLimit(limit);
        List<Entry> page = knownLists.locked(conversationId, () -> {
            KnownList<M> known = followed.known(conversationId);
            return known == null ? List.of() : known.entries(after, limit, tokens);
        });
        return page.isEmpty()
                ? shown(conversationId, kept -> kept.entries(after, limit, tokens))
                        .orElse(List.of())
                : page;
    }

    @Override
    public Optional<CompressionRecord> current(String conversationId) {
        return shown(conversationId, KnownList::record);
    }

    @Override
    public List<CompressionRecord> history(String conversationId) {
        return shown(conversationId, kept -> List.copyOf(kept.unlisted().records()))
                .orElse(List.of());
    }

    @Override
    public List<SegmentState> segments(String conversationId, List<Long> ids) {
        return shown(conversationId, kept -> kept.unlisted().segments(ids)).orElse(List.of());
    }

    @Override
    public boolean commit(String conversationId, Commit commit) {
        boolean saves = commit.record().cause().isTheApplications();
        return saves
                ? knownLists.locked(conversationId, () -> commit(conversationId, followed.read(conversationId), commit))
                : followed.afterReading(conversationId, kept -> commit(conversationId, kept, commit));
    }

    private boolean commit(String conversationId, @Nullable KnownList<M> kept, Commit commit) {
        if (kept == null
                || !kept.incarnation().equals(commit.incarnation())
                || kept.version() != commit.expectedVersion()) {
            return false;
        }
        CompressionRecord next = commit.record();
        StatePair<M> pair = stateInList ? StatePair.of(next, kept.lines(), schema, lists) : null;
        KnownList<M> changed = beside.commit(conversationId, kept, kept.recorded(commit, kept.paired(pair)), commit);
        if (changed == null) {
            return false;
        }
        if (next.cause().isTheApplications() && changed.isPending()) {
            followed.mirror(conversationId, changed);
        } else {
            followed.remember(conversationId, changed);
        }
        return true;
    }

    @Override
    public Optional<Lease> tryLease(String conversationId, String owner, Duration duration) {
        StoreRules.requirePositive(duration);
        return knownLists.locked(
                conversationId,
                () -> isThere(conversationId) ? beside.tryLease(conversationId, owner, duration) : Optional.empty());
    }

    @Override
    public void release(String conversationId, Lease lease) {
        knownLists.locked(conversationId, () -> {
            beside.release(conversationId, lease);
            return lease;
        });
    }

    @Override
    public void count(String conversationId, Counters delta) {
        knownLists.locked(conversationId, () -> {
            if (isThere(conversationId)) {
                beside.count(conversationId, delta);
            }
            return delta;
        });
    }

    @Override
    public Counters counters(String conversationId) {
        return knownLists.locked(conversationId, () -> beside.counters(conversationId));
    }

    /** True if there is such a conversation; its list is read only if it is not known. */
    private boolean isThere(String conversationId) {
        KnownList<M> known = followed.known(conversationId);
        return (known != null && !known.isGone()) || followed.read(conversationId) != null;
    }

    @Override
    public boolean delete(String conversationId) {
        return delete(conversationId, kept -> {
            beside.delete(conversationId);
            return true;
        });
    }

    /** Without a side store it excludes changes in this process alone, for a framework's store can't compare. */
    @Override
    public boolean deleteIf(String conversationId, Head expected) {
        return delete(
                conversationId,
                kept -> kept != null && kept.head().equals(expected) && beside.deleteIf(conversationId, kept));
    }

    private boolean delete(String conversationId, Predicate<@Nullable KnownList<M>> deletedBeside) {
        return knownLists.locked(conversationId, () -> {
            KnownList<M> kept = followed.read(conversationId);
            if (!deletedBeside.test(kept)) {
                return false;
            }
            lists.delete(conversationId);
            if (kept != null) {
                followed.remember(conversationId, KnownList.begun(kept.incarnation()));
            }
            knownLists.forgetNotes(conversationId);
            return kept != null;
        });
    }

    @Override
    public boolean erase(String conversationId, long sequence) {
        return knownLists.locked(conversationId, () -> {
            KnownList<M> kept = followed.read(conversationId);
            if (kept == null) {
                return false;
            }
            beside.erase(conversationId, sequence);
            int index = NumberedMessage.countThrough(kept.lines(), sequence) - 1;
            if (index < 0 || kept.lines().get(index).sequence() != sequence) {
                if (kept.unlisted().records().size() > 1) {
                    // The list may show the state of one still.
                    mirrorOwn(conversationId, kept.withoutEarlierRecords());
                }
                return false;
            }
            mirrorOwn(conversationId, kept.without(index));
            return true;
        });
    }

    private <T> Optional<T> shown(String conversationId, Function<KnownList<M>, @Nullable T> what) {
        return followed.afterReading(
                conversationId, kept -> Optional.ofNullable(kept).map(what));
    }
}
