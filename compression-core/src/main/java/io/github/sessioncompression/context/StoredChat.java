package io.github.sessioncompression.context;

import io.github.sessioncompression.cut.Pins;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.prune.Pruned;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.SegmentState;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStore.Append;
import io.github.sessioncompression.store.SessionStore.Commit;
import io.github.sessioncompression.store.SessionStore.Head;
import io.github.sessioncompression.store.SessionSwitch;
import io.github.sessioncompression.transcript.ChatStore;
import io.github.sessioncompression.transcript.ConversationReader.StoreDelta;
import io.github.sessioncompression.transcript.ConversationReader.StoreDelta.Change;
import io.github.sessioncompression.transcript.KnownEntries;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The part of a stored conversation that a view needs: the current record, the messages after its boundary, and the pinned ones before it. Never
 * the whole transcript.
 *
 * <p><em>Algorithm</em>: 1. {@link #sync} compares the store's head with the known one, and reads the messages that were added, or all of this part if
 * anything else has changed; 2. each write names the head it expects, and is taken over here once the store has it. Each method returns what has
 * changed by it, and <em>does nothing</em> if the head is the known one. <em>Threads</em>: not safe. <em>On failure</em> of the store its exception
 * is thrown; {@code null} means that another process was faster.
 */
public final class StoredChat {
    private static final Head NOTHING = new Head("", 0, 0, 0, 0);
    /** Maximum readings while other threads refresh this chat. */
    private static final int MOST_READINGS = 3;

    private final ChatStore asked;
    private final ContextRules rules;
    private final Supplier<String> newId;
    private final KnownEntries entries = new KnownEntries();
    private Head head = NOTHING;
    private CompressionRecord record;
    private ObjLongConsumer<String> whenTaken = (life, last) -> {};
    /** The states of the record's segments, oldest first. */
    private List<SegmentState> segments = List.of();
    /** Highest sequence number of an earlier incarnation. New messages are numbered after it, so numbers are never reused. */
    private long former;
    /** The sequence number of the first message there is; 0 if none is known. */
    private long firstSequence;

    public StoredChat(String conversationId, ContextRules rules, SessionStore store, Supplier<String> newId) {
        this.record = CompressionRecord.none(rules.schema().name());
        this.asked = new ChatStore(store, conversationId);
        this.rules = rules;
        this.newId = newId;
    }

    /** Sets a listener: when something is taken over from the store, it gets the incarnation and the last message known before. */
    public void whenTaken(ObjLongConsumer<String> told) {
        whenTaken = told;
    }

    public Change sync() {
        return sync(0);
    }

    /** Refreshes; messages up to {@code own} are not others'. */
    private Change sync(long own) {
        for (int i = 0; i < MOST_READINGS; i++) {
            Head known = head;
            StoreDelta read = asked.since(known);
            if (head.equals(known)) {
                Change change = take(read);
                whenTaken.accept(known.incarnation(), Math.max(known.lastSequence(), Math.min(own, lastSequence())));
                return change;
            }
        }
        // Other threads keep refreshing this chat; their result is used.
        return Change.NONE;
    }

    private Change take(StoreDelta read) {
        Head now = read.head();
        StoreDelta.All all = read.all();
        if (now == null) {
            return head.equals(NOTHING) ? Change.NONE : elsewhere(this::forget);
        }
        if (all != null) {
            return elsewhere(() -> reload(now, all));
        }
        if (now.lastSequence() == lastSequence()) {
            return Change.NONE;
        }
        take(read.added());
        head = now;
        return new Change.Added(read.added());
    }

    private Change elsewhere(Runnable taken) {
        taken.run();
        return new Change.Rewritten(true);
    }

    private void reload(Head now, StoreDelta.All all) {
        forget();
        record = Objects.requireNonNullElseGet(
                all.record(), () -> CompressionRecord.none(rules.schema().name(), now.recordVersion()));
        segments = List.copyOf(all.segments());
        entries.pin(record.chosen().marked(all.pinned()));
        entries.goOnFrom(all.before());
        take(all.after());
        firstSequence = all.first();
        head = new Head(now.incarnation(), now.lastSequence(), record.version(), now.revision(), now.messages());
    }

    private void forget() {
        former = Math.max(former, lastSequence());
        head = NOTHING;
        firstSequence = 0;
        record = CompressionRecord.none(rules.schema().name());
        segments = List.of();
        entries.clear();
    }

    private void take(List<Entry> added) {
        entries.add(record.chosen().marked(added));
        if (firstSequence == 0 && !added.isEmpty()) {
            firstSequence = added.get(0).sequence();
        }
    }

    /** Takes over messages that were written here, behind {@code before} others. */
    private void take(List<Entry> added, String life, long before) {
        take(added);
        long last =
                added.isEmpty() ? lastSequence() : added.get(added.size() - 1).sequence();
        head = new Head(life, last, record.version(), revision(), before + added.size());
    }

    /**
     * Adds messages at the end; {@code null} if somebody else was faster: then {@link #sync} and try again. The store takes an append of the
     * same key once. Without a key nobody can repeat it, so the store is asked again if it throws.
     */
    @Nullable
    public Change append(List<Message> added, int[] tokens, @Nullable String key) {
        boolean hasSystem = added.stream().anyMatch(message -> message.role() == Role.SYSTEM);
        List<Entry> numbered =
                rules.numbered(added, tokens, Math.max(lastSequence(), former), hasSystem ? latestSystem() : null);
        if (numbered.isEmpty()) {
            return Change.NONE;
        }
        Head known = head;
        String life = incarnation().isEmpty() ? newId.get() : incarnation();
        long own = numbered.get(numbered.size() - 1).sequence();
        Append result = key == null
                ? asked.append(life, lastSequence(), newId.get(), numbered)
                : asked.appendOnce(life, lastSequence(), key, numbered);
        if (result != Append.ADDED) {
            return result == Append.ALREADY_THERE ? sync(own) : null;
        }
        if (!incarnation().equals(known.incarnation()) || lastSequence() != known.lastSequence()) {
            former = Math.max(former, own);
            return new Change.Known(life, numbered);
        }
        take(numbered, life, size());
        return new Change.Added(numbered);
    }

    /** Replaces the messages after {@code keepThrough}; {@code null}, and nothing changed, if somebody else was faster. */
    @Nullable
    public Change replaceAfter(long keepThrough, List<Message> added, int[] tokens) {
        List<Entry> numbered = rules.numbered(added, tokens, lastSequence(), entries.latestSystem(keepThrough));
        String life = newId.get();
        if (!asked.replaceAfter(head, keepThrough, life, numbered)) {
            return null;
        }
        // The store's revision is unknown now, so the next sync reads all of it.
        int cut = entries.cutAfter(keepThrough);
        firstSequence = firstSequence > keepThrough ? 0 : firstSequence;
        take(numbered, life, keepThrough == 0 ? 0 : size() - cut);
        return new Change.Rewritten(true);
    }

    /** Puts another session in the place of this one; {@code null}, and nothing changed, if somebody else was faster. */
    @Nullable
    public Change switchSession(SessionSwitch to) {
        return asked.switchSession(to) ? elsewhere(() -> reload(to.after(), StoreDelta.All.of(to))) : null;
    }

    /** Makes {@code made} the current record, with segments that the store has not yet; {@code null} if something came in between. */
    @Nullable
    public Change commit(CompressionRecord made, List<SegmentState> states) {
        return keep(made.madeAt(lastSequence()), states);
    }

    /** Makes a record with other pins the current one; {@code rewrites} if what is shown changes. */
    @Nullable
    public Change choose(CompressionRecord made, boolean rewrites) {
        Change change = keep(made.madeAt(rewrites ? lastSequence() : record.lastSequence()), List.of());
        boolean isOwn = change instanceof Change.Rewritten rewritten && !rewritten.elsewhere();
        return isOwn && !rewrites ? new Change.Added(List.of()) : change;
    }

    private @Nullable Change keep(CompressionRecord next, List<SegmentState> states) {
        Head known = head;
        if (!asked.commit(Commit.of(incarnation(), record.version(), next).withSegments(states))
                || !incarnation().equals(known.incarnation())) {
            return null;
        }
        List<SegmentState> itsSegments = segments(next.segments(), states);
        if (itsSegments == null
                || known.recordVersion() != record.version()
                || known.revision() != revision()
                || next.boundary() < boundary()
                || !entries.hasAll(next.pinned())) {
            return sync();
        }
        boolean marks = !next.chosen().equals(record.chosen());
        record = next;
        segments = itsSegments;
        head = new Head(incarnation(), lastSequence(), next.version(), revision(), size());
        if (marks) {
            entries.mark(next.chosen()::marked);
        }
        entries.cover(next.boundary(), next.pinned());
        return new Change.Rewritten(false);
    }

    /** The segments of those numbers, of which {@code added} are new; {@code null} if one is not known here. */
    private @Nullable List<SegmentState> segments(List<Long> ids, List<SegmentState> added) {
        Map<Long, SegmentState> known = new HashMap<>();
        Stream.of(segments, added).flatMap(List::stream).forEach(segment -> known.put(segment.id(), segment));
        return known.keySet().containsAll(ids) ? ids.stream().map(known::get).toList() : null;
    }

    /** The store, for what changes nothing that is known here before the next {@link #sync}. */
    public ChatStore asked() {
        return asked;
    }

    public Head head() {
        return head;
    }

    public long revision() {
        return head.revision();
    }

    public List<Entry> between(long after, long last) {
        return record.chosen().marked(asked.between(after, last));
    }

    public List<Entry> active() {
        return entries.active();
    }

    /** The messages before the boundary that every view shows all the same, oldest first. */
    List<Entry> pinned() {
        return entries.pinned();
    }

    public List<Entry> before() {
        return entries.before();
    }

    /** The entries that a view shows: those after the boundary, and before it the pinned ones. */
    public List<Entry> entries() {
        return entries.all();
    }

    public Pins pinsBefore(int index) {
        return Pins.before(entries.pinned(), entries.active(), index);
    }

    @Nullable
    public Entry latestSystem() {
        return entries.latestSystem();
    }

    public CompressionRecord record() {
        return record;
    }

    public List<SegmentState> segments() {
        return segments;
    }

    /** The state of the latest segment; empty if there is none. */
    public StateDocument lastState() {
        int last = segments.size() - 1;
        return last < 0 ? StateDocument.EMPTY : segments.get(last).document();
    }

    public String incarnation() {
        return head.incarnation();
    }

    long firstSequence() {
        return firstSequence;
    }

    public long lastSequence() {
        return head.lastSequence();
    }

    public boolean isEmpty() {
        return lastSequence() == 0;
    }

    public long boundary() {
        return record.boundary();
    }

    public Pruned pruned() {
        return record.pruned();
    }

    public long size() {
        return head.messages();
    }
}
