package io.github.sessioncompression;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.store.Append;
import io.github.sessioncompression.store.Commit;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.Head;
import io.github.sessioncompression.store.Lease;
import io.github.sessioncompression.store.SegmentState;
import io.github.sessioncompression.store.SessionStore;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What this process knows of a conversation in its store, as far as a view needs it: the current record, the messages after
 * its boundary, and those before it that are pinned.
 *
 * <p>The store is the truth: {@link #sync} takes over what other processes have written, and every write goes to the store
 * first. Never holds the whole transcript. Each method says what has changed by it.
 */
final class StoredChat {
    private final String conversationId;
    private final ContextRules rules;
    private final SessionStore store;
    private final StoredReading messages;
    private final Numbering numbering;
    private final Supplier<String> newId;
    private String incarnation = "";
    private long lastSequence;
    /** The sequence number of the first message there is; 0 if none is known. */
    private long firstSequence;

    private @Nullable CompressionRecord record;
    /** What the record's segments say, oldest first. */
    private final List<SegmentState> segments = new ArrayList<>();
    /** The current record's version in the store, 0 if there is none; the record itself may be unreadable. */
    private long recordVersion;
    /** The record made up last, for as long as there is none. */
    private @Nullable CompressionRecord madeUp;

    private long revision;
    /** How many messages there are. */
    private long size;
    /** The lease of the run that is on. */
    private @Nullable Lease lease;

    private final KnownEntries entries = new KnownEntries();

    StoredChat(String conversationId, ContextRules rules, SessionStore store, Supplier<String> newId) {
        this.conversationId = conversationId;
        this.rules = rules;
        this.store = store;
        this.messages = new StoredReading(store, conversationId);
        this.numbering = new Numbering(rules);
        this.newId = newId;
    }

    /** Takes over what the store has that this has not. */
    Change sync() {
        Optional<Head> found = store.head(conversationId);
        if (found.isEmpty()) {
            return incarnation.isEmpty() ? Change.NONE : elsewhere(this::forget);
        }
        Head head = found.get();
        if (!head.incarnation().equals(incarnation)
                || head.recordVersion() != recordVersion
                || head.revision() != revision
                || head.lastSequence() < lastSequence) {
            return elsewhere(() -> reload(head));
        }
        if (head.lastSequence() == lastSequence) {
            return Change.NONE;
        }
        List<Entry> added = messages.between(lastSequence, head.lastSequence());
        take(added);
        lastSequence = head.lastSequence();
        size = head.messages();
        return new Change.Added(added);
    }

    private Change elsewhere(Runnable taken) {
        List<Entry> before = List.copyOf(entries.active());
        taken.run();
        return new Change.Rewritten(true, before);
    }

    private void reload(Head head) {
        CompressionRecord current = messages.record();
        List<SegmentState> states = current == null ? List.of() : store.segments(conversationId, current.segments());
        List<Entry> pinned = current == null ? List.of() : messages.at(current.pinned());
        List<Entry> after = messages.between(current == null ? 0 : current.boundary(), head.lastSequence());
        long first = messages.first();
        forget();
        record = current;
        segments.addAll(states);
        recordVersion = head.recordVersion();
        revision = head.revision();
        entries.pin(pinned);
        take(after);
        incarnation = head.incarnation();
        lastSequence = head.lastSequence();
        firstSequence = first;
        size = head.messages();
    }

    private void forget() {
        incarnation = "";
        lastSequence = 0;
        firstSequence = 0;
        record = null;
        segments.clear();
        recordVersion = 0;
        revision = 0;
        size = 0;
        entries.clear();
    }

    private void take(List<Entry> added) {
        entries.add(added);
        if (firstSequence == 0 && !added.isEmpty()) {
            firstSequence = added.get(0).sequence();
        }
        if (!added.isEmpty()) {
            lastSequence = added.get(added.size() - 1).sequence();
        }
    }

    /**
     * Adds messages at the end.
     *
     * @param key names this append to the store, which takes it once
     * @return {@code null} if somebody else was faster: then {@link #sync} and try again
     */
    @Nullable
    Change append(List<Message> added, int[] tokens, String key) {
        List<Entry> numbered = numbering.of(added, tokens, lastSequence, latestSystem());
        if (numbered.isEmpty()) {
            return Change.NONE;
        }
        String life = incarnation.isEmpty() ? newId.get() : incarnation;
        Append result = store.append(conversationId, life, lastSequence, key, numbered);
        if (result != Append.ADDED) {
            return result == Append.ALREADY_THERE ? sync() : null;
        }
        incarnation = life;
        take(numbered);
        size += numbered.size();
        return new Change.Added(numbered);
    }

    /**
     * Puts messages in the place of those after {@code keepThrough}.
     *
     * @return {@code null}, and nothing changed, if somebody else was faster
     */
    @Nullable
    Change replaceAfter(long keepThrough, List<Message> added, int[] tokens) {
        List<Entry> numbered = numbering.of(added, tokens, lastSequence, keepThrough == 0 ? null : latestSystem());
        String life = newId.get();
        if (!store.replaceAfter(conversationId, incarnation, lastSequence, keepThrough, life, numbered)) {
            return null;
        }
        return sync();
    }

    /**
     * Makes {@code next} the current record.
     *
     * @param states the segments among the record's that the store has not yet
     * @return {@code null}, and nothing changed, if the store refuses because something came in between
     */
    @Nullable
    Change commit(CompressionRecord next, List<SegmentState> states) {
        Commit commit = Commit.of(incarnation, recordVersion, next).withSegments(states);
        if (!LostAnswers.commit(store, conversationId, lease == null ? commit : commit.under(lease))) {
            return null;
        }
        if (next.boundary() < boundary() || !knows(next.segments(), states) || !entries.hasAll(next.pinned())) {
            return sync();
        }
        record = next;
        recordVersion = next.version();
        segments.addAll(states);
        segments.removeIf(segment -> !next.segments().contains(segment.id()));
        Change rewritten = new Change.Rewritten(false, entries.active());
        entries.cover(next.boundary(), next.pinned());
        return rewritten;
    }

    private boolean knows(List<Long> ids, List<SegmentState> newOnes) {
        Set<Long> known = new HashSet<>();
        segments.forEach(segment -> known.add(segment.id()));
        newOnes.forEach(segment -> known.add(segment.id()));
        return known.containsAll(ids);
    }

    /** Commits from now on are made under this lease, or under none. */
    void leased(@Nullable Lease newLease) {
        lease = newLease;
    }

    /** Deletes the conversation. */
    Change delete() {
        store.delete(conversationId);
        return sync();
    }

    /** Erases a message in the store, if there is one; {@link #sync} takes it over. */
    boolean eraseStored(long sequence) {
        return store.erase(conversationId, sequence);
    }

    /** What tells whether messages were taken away. */
    long revision() {
        return revision;
    }

    /** The messages after {@code after} up to and including {@code last}, read from the store. */
    List<Entry> between(long after, long last) {
        return messages.between(after, last);
    }

    /** The messages after the boundary, oldest first. */
    List<Entry> active() {
        return entries.active();
    }

    /** The messages before the boundary that every view shows all the same, oldest first. */
    List<Entry> pinned() {
        return entries.pinned();
    }

    /** The entries that a view shows: those after the boundary, and before it the pinned ones. */
    List<Entry> entries() {
        return entries.all();
    }

    /** What stays in the view if everything before the active entry at {@code index} leaves it. */
    Pins pinsBefore(int index) {
        return entries.pinsBefore(index);
    }

    /** The latest system message as it came; {@code null} if there is none. */
    @Nullable
    Entry latestSystem() {
        return entries.latestSystem();
    }

    /** The record, made up from the defaults if the store has none yet. */
    CompressionRecord record() {
        if (record != null) {
            return record;
        }
        String schema = rules.schema().name();
        if (madeUp == null
                || madeUp.version() != recordVersion
                || !madeUp.schema().equals(schema)) {
            madeUp = CompressionRecord.none(schema, recordVersion);
        }
        return madeUp;
    }

    /** What the record's segments say, oldest first. */
    List<SegmentState> segments() {
        return List.copyOf(segments);
    }

    /** What models told of single stretches of what is covered, oldest first; read from the store. */
    List<SegmentState> tellings() {
        List<Long> ids = record().tellings();
        return ids.isEmpty() ? List.of() : store.segments(conversationId, ids);
    }

    /** The states of the segments, oldest first. */
    List<StateDocument> states() {
        return segments.isEmpty()
                ? List.of()
                : segments.stream().map(SegmentState::document).toList();
    }

    String incarnation() {
        return incarnation;
    }

    long firstSequence() {
        return firstSequence;
    }

    long lastSequence() {
        return lastSequence;
    }

    boolean isEmpty() {
        return lastSequence == 0;
    }

    long boundary() {
        return record == null ? 0 : record.boundary();
    }

    long prunedThrough() {
        return record == null ? 0 : record.prunedThrough();
    }

    /** How many messages there are. */
    long size() {
        return size;
    }
}
