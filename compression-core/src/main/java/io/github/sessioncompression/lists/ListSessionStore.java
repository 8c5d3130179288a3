package io.github.sessioncompression.lists;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.Counters;
import io.github.sessioncompression.store.SegmentState;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStore.Append;
import io.github.sessioncompression.store.SessionStore.Commit;
import io.github.sessioncompression.store.SessionStore.Head;
import io.github.sessioncompression.store.SessionStore.Lease;
import io.github.sessioncompression.store.StoreBuilder;
import io.github.sessioncompression.store.StoreRules;
import io.github.sessioncompression.token.MessageTokens;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The store over a framework's lists.
 *
 * <p>Each operation takes the conversation's lock, reads the list, {@linkplain Reconciliation reconciles} it with the known list, and saves
 * it at most once. The known list is only a cache of what a list can't hold, or not yet.
 *
 * @param <M> the framework's type of message
 */
public final class ListSessionStore<M> implements SessionStore {
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

    /**
     * A store over a framework's lists: all messages stay in the list, and the state stands among them, as the user's message
     * with its {@link StateEnvelope} and the assistant's acknowledgement, after the last message it covers.
     *
     * <p>Any process over the same lists continues the conversation, and takes over what the framework or another process adds to a list. A
     * list can't hold all of a record, so the following is lost with this process: earlier records, the part of a state that was not
     * injected, the ledger, the prune boundary, the on/off switch, given-up sequence numbers, keys of appends, counters, and leases. A
     * process that finds a list numbers its messages from 1 and makes a record of the state in it. {@link SessionStore#history} keeps the
     * last {@value StoreBuilder#DEFAULT_RECORDS} records.
     *
     * <p><b>When a list is saved.</b> {@link SessionStore#append}, {@link SessionStore#replaceAfter} and {@link SessionStore#erase}
     * read the list once and save it once, as the framework's own memory does. A compression never saves a list: a list can't be compared
     * and set, so a save of its own would remove what another process has added meanwhile. A {@link SessionStore#commit} holds in this
     * process at once and gets into the list with its next save; if this process ends before, or forgets the conversation (beyond about 64
     * million characters of text), that compression is lost and nothing else. Only a record by which the application itself {@linkplain
     * CompressionRecord.Cause#REPLACED replaces} messages is saved at once. {@link SessionStore#load} returns the last reading and reads
     * again only after its end.
     *
     * <p>All stores over lists of one {@linkplain MessageLists#identity() identity} in one process exclude each other by conversation, and no
     * update is lost between them; leases hold between them, too. Between processes the last one to save a list wins, as without
     * this library; the first change by another process is told by a WARN. A state that another process has put into the list replaces a waiting one.
     *
     * <p><b>Typed envelopes.</b> The state is recognised by its text and its acknowledgement alone. A user's message that looks
     * like it is written with a backslash before it, and read without, so that nobody can put a state into a list through this
     * store. Another program that writes into the list can: then the messages before that state are hidden from the model, while the
     * transcript keeps them.
     *
     * @param schema the schema of the states, as the compressor's policy has it
     * @param tokens counts messages that were found in a list, as the compressor does: {@code MessageTokens.of(policy.tokens())}
     */
    public static <M> SessionStore of(MessageLists<M> lists, StateSchema schema, MessageTokens tokens) {
        return of(lists, schema, tokens, InstantSource.system(), SideStore.none());
    }

    /**
     * A store over a framework's lists with a side store, in which everything outlasts this process that a list can't hold.
     *
     * <p><b>Several processes.</b> Each write is a compare-and-set in the side store, and only then the list is saved. So of two processes that
     * add to one conversation at the same moment one is refused and adds again behind the other: every message is there once, in one
     * order. The two saves of the list may still overwrite or mix each other; a process that finds after its save that another one has
     * written saves the list again until it is complete, with one WARN. One process at a time compresses.
     *
     * <p>The list decides on what others have done to it: the side store follows additions, and removals at the end; a list with other
     * messages is another conversation. If another process wrote in the last ten seconds, messages that a list lacks may only be late; then
     * they count as removed if the list still lacks them after 1.6 seconds in which nobody has written. The side store decides on
     * everything else. A state in the list that it does not know becomes a record.
     *
     * <p>While the side store fails, which a WARN tells, the lists are used as without one, and it is asked again after half a minute and
     * brought up to date. {@link SessionStore#erase} and {@link SessionStore#delete} throw its failures, for it holds the messages, too.
     *
     * @param side the store beside the lists; it holds a copy of the messages
     */
    public static <M> SessionStore of(
            MessageLists<M> lists, StateSchema schema, MessageTokens tokens, InstantSource clock, SideStore side) {
        Objects.requireNonNull(lists, "lists");
        Objects.requireNonNull(schema, "schema");
        Objects.requireNonNull(tokens, "tokens");
        Objects.requireNonNull(clock, "clock");
        Objects.requireNonNull(side, "side");
        return new ListSessionStore<>(lists, schema, tokens, clock, KnownLists.of(lists.identity()), side);
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
            String conversationId,
            String incarnation,
            long expectedLast,
            long keepThrough,
            String newIncarnation,
            List<Entry> entries) {
        StoreRules.requireAscending(expectedLast, entries);
        return knownLists.locked(conversationId, () -> {
            KnownList<M> kept = followed.read(conversationId);
            if (kept == null
                    || !kept.stands(incarnation, expectedLast)
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

    /** Reads the list anew only behind the end of the known one. */
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
