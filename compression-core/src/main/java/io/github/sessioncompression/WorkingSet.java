package io.github.sessioncompression;

import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.store.Append;
import io.github.sessioncompression.store.Commit;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.Head;
import io.github.sessioncompression.store.Lease;
import io.github.sessioncompression.store.SegmentState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The part of a conversation a view is made of: the current record, the messages after its boundary, and the context
 * built from them.
 *
 * <p>The store is the truth: {@link #sync} takes over what other processes have written. Never holds the whole
 * transcript. Every use is under the conversation's lock.
 */
final class WorkingSet {
    private final Engine engine;
    private final String conversationId;
    private final StoredMessages stored;
    private String incarnation = "";
    private long lastSequence;
    private @Nullable CompressionRecord record;
    /** What the record's segments say, oldest first. */
    private final List<SegmentState> segments = new ArrayList<>();
    /** The lease of the run that is on. */
    private @Nullable Lease lease;

    private final List<Entry> pinned = new ArrayList<>();
    private final ArrayList<Entry> active = new ArrayList<>();
    /** The last sequence number that a truncation leaves out of the view, 0 if none. */
    private long hiddenThrough;

    private int hiddenMessages;
    /** What a truncation shows instead of the record's injected state. */
    private @Nullable StateDocument shownState;

    /** Whether a system message takes the place of the one before it. */
    private boolean onlyLatestSystem;

    private @Nullable Entry latestSystem;
    /** The sequence number of the first message there is; 0 if none is known. */
    private long firstSequence;

    private Context context;
    /** The last sequence number that is not shown as part of the history: covered, hidden, or a system message up front. */
    private long headThrough;

    private final ContextMeter meter;

    WorkingSet(Engine engine, String conversationId) {
        this.engine = engine;
        this.conversationId = conversationId;
        this.stored = new StoredMessages(engine.store(), conversationId);
        this.meter = new ContextMeter(engine.policy().tokens().source());
        this.context = new Context(engine, List.of(), false, StateDocument.EMPTY);
    }

    /** Takes over what the store has that this has not. */
    void sync() {
        Optional<Head> found = engine.store().head(conversationId);
        if (found.isEmpty()) {
            if (!incarnation.isEmpty()) {
                reset();
            }
            return;
        }
        Head head = found.get();
        if (!head.incarnation().equals(incarnation)
                || head.recordVersion() != recordVersion()
                || head.lastSequence() < lastSequence) {
            reload(head);
        } else if (head.lastSequence() > lastSequence) {
            for (Entry entry : stored.between(lastSequence, head.lastSequence())) {
                active.add(entry);
                show(entry);
            }
            lastSequence = head.lastSequence();
        }
    }

    private void reload(Head head) {
        reset();
        incarnation = head.incarnation();
        record = engine.store().current(conversationId).orElse(null);
        segments.addAll(engine.store().segments(conversationId, record().segments()));
        lastSequence = head.lastSequence();
        firstSequence = stored.first();
        pinned.addAll(stored.at(record().pinned()));
        active.addAll(stored.between(boundary(), lastSequence));
        noteLatestSystem(pinned);
        noteLatestSystem(active);
        rebuild();
    }

    private void noteLatestSystem(List<Entry> entries) {
        for (Entry entry : entries) {
            if (entry.message().role() == Role.SYSTEM) {
                latestSystem = entry;
            }
        }
    }

    /** From now on a system message takes the place of the one before it. */
    void onlyLatestSystem() {
        if (!onlyLatestSystem) {
            onlyLatestSystem = true;
            rebuild();
        }
    }

    /** Whether views go on showing the system message {@code entry} once it is compressed. */
    boolean keepsSystem(Entry entry) {
        return !onlyLatestSystem || (latestSystem != null && entry.sequence() == latestSystem.sequence());
    }

    private void reset() {
        incarnation = "";
        lastSequence = 0;
        firstSequence = 0;
        record = null;
        segments.clear();
        pinned.clear();
        active.clear();
        hiddenThrough = 0;
        shownState = null;
        latestSystem = null;
        rebuild();
    }

    /**
     * Adds messages to the store and to this.
     *
     * @return {@code false} if somebody else was faster: then {@link #sync} and try again
     */
    boolean append(List<Message> messages, int[] tokens) {
        List<Entry> entries = numbered(messages, tokens, latestSystem);
        if (entries.isEmpty()) {
            return true;
        }
        String life = incarnation.isEmpty() ? engine.newIncarnation().get() : incarnation;
        if (engine.store()
                        .append(
                                conversationId,
                                life,
                                lastSequence,
                                engine.newIncarnation().get(),
                                entries)
                != Append.ADDED) {
            return false;
        }
        incarnation = life;
        took(entries);
        for (Entry entry : entries) {
            active.add(entry);
            show(entry);
        }
        return true;
    }

    /**
     * The messages under their numbers: system messages as the application wrote them, and none that says what the one
     * before says.
     */
    private List<Entry> numbered(List<Message> messages, int[] tokens, @Nullable Entry systemBefore) {
        List<Entry> entries = new ArrayList<>(messages.size());
        String system = systemBefore == null ? null : systemBefore.message().text();
        long sequence = lastSequence;
        for (int i = 0; i < messages.size(); i++) {
            Message message = messages.get(i);
            int counted = tokens[i];
            if (message.role() == Role.SYSTEM) {
                String text = engine.policy().state().removeAwareness(message.text());
                boolean stripped = !text.equals(message.text());
                if (text.equals(system) || (stripped && text.isEmpty())) {
                    continue;
                }
                system = text;
                if (stripped) {
                    message = message.withText(text);
                    counted = engine.tokens().count(message);
                }
            }
            entries.add(new Entry(++sequence, message, counted));
        }
        return entries;
    }

    private void took(List<Entry> entries) {
        if (firstSequence == 0) {
            firstSequence = entries.get(0).sequence();
        }
        lastSequence = entries.get(entries.size() - 1).sequence();
    }

    /**
     * Puts messages in the place of those after {@code keepThrough}, in the store and here.
     *
     * @return {@code false}, and nothing changed, if somebody else was faster
     */
    boolean replaceAfter(long keepThrough, List<Message> messages, int[] tokens) {
        List<Entry> entries = numbered(messages, tokens, keepThrough == 0 ? null : latestSystem);
        String life = engine.newIncarnation().get();
        if (!engine.store().replaceAfter(conversationId, incarnation, lastSequence, keepThrough, life, entries)) {
            return false;
        }
        incarnation = life;
        active.subList(Entry.countThrough(active, keepThrough), active.size()).clear();
        active.addAll(entries);
        if (keepThrough == 0) {
            pinned.clear();
            firstSequence = 0;
        }
        if (!entries.isEmpty()) {
            took(entries);
        }
        latestSystem = null;
        noteLatestSystem(pinned);
        noteLatestSystem(active);
        rebuild();
        return true;
    }

    private void show(Entry entry) {
        Message message = entry.message();
        if (message.role() == Role.SYSTEM) {
            latestSystem = entry;
            if (onlyLatestSystem || context.historyMessages() == 0) {
                rebuild();
                return;
            }
        }
        context.append(engine.pruner().view(entry, prunedThrough()));
    }

    /**
     * Makes {@code next} the current record, in the store first.
     *
     * @return {@code false}, and nothing changed, if the store refuses because something came in between
     */
    boolean commit(CompressionRecord next) {
        return commit(next, List.of());
    }

    /** The same with states that the store has not yet. */
    boolean commit(CompressionRecord next, List<SegmentState> newSegments) {
        Commit commit = Commit.of(incarnation, recordVersion(), next).withSegments(newSegments);
        if (!engine.store().commit(conversationId, lease == null ? commit : commit.under(lease))) {
            return false;
        }
        segments.addAll(newSegments);
        segments.removeIf(segment -> !next.segments().contains(segment.id()));
        long before = boundary();
        record = next;
        if (next.boundary() > before) {
            List<Entry> covered = active.subList(0, Entry.countThrough(active, next.boundary()));
            pinned.addAll(covered);
            covered.clear();
            hiddenThrough = 0;
            shownState = null;
        }
        Set<Long> staying = new HashSet<>(next.pinned());
        pinned.removeIf(entry -> !staying.contains(entry.sequence()));
        rebuild();
        return true;
    }

    /** Leaves the messages up to {@code through} out of the view but for their pins, and shows {@code state}, here only. */
    void hide(long through, StateDocument state) {
        hiddenThrough = through;
        shownState = state;
        rebuild();
    }

    /**
     * Makes the context anew: system messages that are not within a shown turn come first, in their order, and what is
     * pinned of the messages left out comes before the others.
     */
    private void rebuild() {
        int start = Entry.countThrough(active, hiddenThrough);
        Pins pins = pinsBefore(start);
        hiddenMessages = start == 0 ? 0 : pins.covered().size();
        List<Entry> system = pins.system();
        while (pins.history().isEmpty()
                && start < active.size()
                && active.get(start).message().role() == Role.SYSTEM) {
            system.add(active.get(start++));
        }
        if (onlyLatestSystem) {
            system = latestSystem == null ? List.of() : List.of(latestSystem);
        }
        boolean promptFirst =
                !system.isEmpty() && (onlyLatestSystem || system.get(0).sequence() == firstSequence);
        Context next = new Context(engine, system, promptFirst, shownState());
        Entry turn = pins.turn();
        next.pin(shown(pins.history()), turn == null ? 0 : turn.sequence(), Math.max(boundary(), hiddenThrough));
        for (Entry entry : active.subList(start, active.size())) {
            if (!onlyLatestSystem || entry.message().role() != Role.SYSTEM) {
                next.append(engine.pruner().view(entry, prunedThrough()));
            }
        }
        headThrough = start == 0 ? boundary() : active.get(start - 1).sequence();
        context = next;
        meter.rewritten();
    }

    /** What stays in the view if everything before the active entry at {@code index} leaves it. */
    Pins pinsBefore(int index) {
        return Pins.before(pinned, active, index);
    }

    /** A planner for the active entries, those that a truncation hides included. */
    CutPlanner planner() {
        return new CutPlanner(shown(pinned), shown(active), context.repairTokens());
    }

    /** Whether the model is to go on with a turn: it called tools last, or has yet to read their results. */
    boolean midTurn() {
        if (active.isEmpty()) {
            return false;
        }
        Message last = active.get(active.size() - 1).message();
        return last.role() == Role.TOOL || last.callsTools();
    }

    /** {@code entries} as the view shows them. */
    private List<Entry> shown(List<Entry> entries) {
        List<Entry> shown = new ArrayList<>(entries.size());
        for (Entry entry : entries) {
            shown.add(engine.pruner().view(entry, prunedThrough()));
        }
        return shown;
    }

    /** The messages after the boundary, oldest first. */
    List<Entry> active() {
        return Collections.unmodifiableList(active);
    }

    /** The entries that a view shows: those after the boundary, and before it the pinned ones. */
    List<Entry> entries() {
        List<Entry> entries = new ArrayList<>(pinned);
        entries.addAll(active);
        return entries;
    }

    /** Whether the last message is not an answer of the assistant's. */
    boolean awaitsAnswer() {
        if (active.isEmpty()) {
            return false;
        }
        Message last = active.get(active.size() - 1).message();
        return last.role() == Role.USER || last.role() == Role.TOOL || last.callsTools();
    }

    boolean showsOnlyLatestSystem() {
        return onlyLatestSystem;
    }

    /** The record, made up from the defaults if the store has none yet. */
    CompressionRecord record() {
        return record != null ? record : CompressionRecord.none(engine.schema().name());
    }

    /** What the record's segments say, oldest first. */
    List<SegmentState> segments() {
        return List.copyOf(segments);
    }

    /** The same without their numbers. */
    List<StateDocument> states() {
        return segments.stream().map(SegmentState::document).toList();
    }

    /** Commits from now on are made under this lease, or under none. */
    void leased(@Nullable Lease newLease) {
        lease = newLease;
    }

    StateDocument shownState() {
        return shownState != null ? shownState : record().injected();
    }

    Context context() {
        return context;
    }

    ContextMeter meter() {
        return meter;
    }

    /** The context's size as the policy's token source has it. */
    int size() {
        return meter.measure(context.tokens());
    }

    /** Whether the context is to be relieved: it is above the trigger, or it isn't only because messages are left out of it. */
    boolean overTrigger() {
        return size() > engine.policy().triggerTokens() || hiddenThrough > 0;
    }

    /** The policy's limits in the tokens that entries are counted in. */
    Budget budget() {
        return Budget.of(engine.policy(), meter);
    }

    /** Whether policy and record allow this conversation to be compressed. */
    boolean enabled() {
        return engine.policy().enabled() && record().enabled();
    }

    String incarnation() {
        return incarnation;
    }

    long lastSequence() {
        return lastSequence;
    }

    /** The last sequence number before the history that the view shows. */
    long headThrough() {
        return headThrough;
    }

    /** The latest system message as it came, if there is one. */
    List<Message> systemMessage() {
        return latestSystem == null ? List.of() : List.of(latestSystem.message());
    }

    /** The latest system message's text as it came; empty if there is none. */
    String systemText() {
        return latestSystem == null ? "" : latestSystem.message().text();
    }

    long hiddenThrough() {
        return hiddenThrough;
    }

    /** How many messages a truncation leaves out of the view. */
    int hiddenMessages() {
        return hiddenMessages;
    }

    long boundary() {
        return record == null ? 0 : record.boundary();
    }

    long prunedThrough() {
        return record == null ? 0 : record.prunedThrough();
    }

    private long recordVersion() {
        return record == null ? 0 : record.version();
    }
}
