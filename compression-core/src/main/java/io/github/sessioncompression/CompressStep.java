package io.github.sessioncompression;

import io.github.sessioncompression.Step.Proposal;
import io.github.sessioncompression.context.Budget;
import io.github.sessioncompression.context.Chat;
import io.github.sessioncompression.context.ChatCosts;
import io.github.sessioncompression.context.CompressTask;
import io.github.sessioncompression.context.CompressTask.Basis;
import io.github.sessioncompression.context.ContextRules;
import io.github.sessioncompression.context.CutChoice;
import io.github.sessioncompression.context.Recipe;
import io.github.sessioncompression.context.StoredChat;
import io.github.sessioncompression.cut.CutPlanner;
import io.github.sessioncompression.cut.Pins;
import io.github.sessioncompression.event.CompressionEvent.Stage;
import io.github.sessioncompression.extract.StateFitter;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.RetainedMessages;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.prune.Pruned;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateShares;
import io.github.sessioncompression.store.Accounting;
import io.github.sessioncompression.store.Bridge;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.CompressionRecord.Cause;
import io.github.sessioncompression.store.SegmentState;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Puts the older part of a chat into the state: prepares the span, and makes the next record of the state that was written.
 *
 * <p><em>Algorithm</em>: 1. {@link CutChoice} chooses the cut; 2. {@link #prepare} makes a task whose cap is less than what it replaces;
 * 3. {@link StateWriter} writes the state without a lock; 4. {@link #finish} commits it, unless the task does not hold any more: messages and
 * {@code clear()} may come in between. <em>Does nothing</em> if nothing is covered, or if the cap is below the smallest state. <em>Threads</em>: called
 * under the chat's lock. <em>On failure</em> of the store a commit throws; an extract that stands in is shown in this process only.
 */
record CompressStep(StateFitter fitter, InstantSource clock, ChatCosts costs, Recipe.Aim aim, boolean offline)
        implements Step {
    private static final int MOST_TOLD = 64;

    @Override
    public @Nullable Proposal propose(Chat chat) {
        CompressTask task = prepare(chat, false);
        return task == null
                ? null
                : new Proposal.ToWrite(Stage.COMPRESS, task, (written, took) -> finish(task, written, took));
    }

    /** The state to write now; {@code null} if there is none or it is not worth it. */
    @Nullable
    CompressTask prepare(Chat chat, boolean free) {
        CutChoice choice = CutChoice.of(chat);
        CutPlanner.Cut cut = choice.cut(aim);
        if (cut == null) {
            return null;
        }
        ContextRules rules = chat.rules();
        StoredChat stored = chat.stored();
        Pins pins = stored.pinsBefore(cut.index());
        CompressionRecord base = stored.record();
        StateDocument previous = previous(chat);
        long replaced = cut.tokens() + (long) rules.stateTokens(previous);
        int acknowledgement = rules.count(Message.assistant(StateEnvelope.ACKNOWLEDGEMENT));
        // Each message that stays may need one more to keep the roles alternating.
        long fillers = pins.history().stream()
                .filter(entry -> entry.sequence() > base.boundary())
                .count();
        long room = choice.stateRoom(aim, cut)
                - rules.stateTokens(StateDocument.EMPTY.with(StateDocument.EARLIER, earlier(chat)));
        int max = (int) Math.min(room, replaced - (2 + fillers) * acknowledgement);
        if (pins.covered().isEmpty() || max < Budget.SMALLEST_STATE) {
            return null;
        }
        long boundary = stored.active().get(cut.index() - 1).sequence();
        List<Entry> span = read(pins, base.boundary());
        return new CompressTask(
                Basis.of(stored),
                previous,
                outline(chat),
                pins,
                List.copyOf(stored.before()),
                span,
                kept(stored, pins, boundary),
                boundary,
                max,
                replaced,
                !free && aim == Recipe.Aim.POLICY && (offline || costs.prefersExtract(choice, cut)),
                free ? 0 : costs.paid(chat),
                free);
    }

    /** The covered entries, the newly pinned ones and the user message of the turn, in order. */
    private static List<Entry> read(Pins pins, long after) {
        List<Entry> read = new ArrayList<>(pins.covered());
        for (Entry entry : pins.history()) {
            if (entry.sequence() > after || entry.equals(pins.turn())) {
                read.add(entry);
            }
        }
        read.sort(Comparator.comparingLong(Entry::sequence));
        return read;
    }

    /** The state that a new one is merged with. */
    private static StateDocument previous(Chat chat) {
        return chat.stored().lastState().with(StateDocument.SEGMENTS, List.of()).with(StateDocument.EARLIER, List.of());
    }

    /** What the last state shows of earlier sessions; it stays as it is from state to state. */
    private static List<StateItem> earlier(Chat chat) {
        return chat.stored().lastState().items(StateDocument.EARLIER);
    }

    static List<StateItem> outline(Chat chat) {
        return chat.stored().lastState().items(StateDocument.SEGMENTS);
    }

    /** The change that makes {@code written} current, unless the conversation has changed since {@code task} was prepared. */
    Proposal.Ready finish(CompressTask task, WrittenState.Written written, Duration took) {
        int messages = task.pins().covered().size();
        return new Proposal.Ready(
                Stage.COMPRESS,
                chat -> task.stillHolds(chat.stored()) && commit(chat, task, written, took),
                (chat, before) -> new Outcome.Compressed(
                        written.by(),
                        task.boundary(),
                        messages,
                        before,
                        chat.shown().size(),
                        written.coverage(),
                        shares(chat, chat.shown().state())));
    }

    private static StateShares shares(Chat chat, StateDocument shown) {
        return StateShares.of(shown, chat.rules().tokens()::countText);
    }

    private boolean commit(Chat chat, CompressTask task, WrittenState.Written written, Duration took) {
        long version = chat.stored().record().version() + 1;
        SegmentState segment = new SegmentState(
                SegmentState.id(version, 0), task.boundary(), withEarlier(chat, written.document()), clock.instant());
        List<SegmentState> added = new ArrayList<>(List.of(segment));
        List<Long> tellings = new ArrayList<>(chat.stored().record().tellings());
        if (!written.tellings().isEmpty()) {
            long id = SegmentState.id(version, 1);
            added.add(SegmentState.told(id, task.boundary(), written.tellings(), clock.instant()));
            tellings.add(id);
        }
        List<Long> latest = tellings.subList(Math.max(0, tellings.size() - MOST_TOLD), tellings.size());
        Bridge standIn = chat.shown().bridge(); // may cover more than the state does
        int size = chat.shown().size();
        boolean committed = chat.commit(next(chat, task, written, took, segment, latest), added);
        if (committed && standIn.through() > task.boundary() && chat.shown().size() > size) {
            goOn(chat, standIn, task.boundary());
        }
        return committed;
    }

    /**
     * Shows the new state and, for the messages after {@code boundary}, the extract, in no more room than before: the extract gets what
     * the new state leaves, or a third.
     */
    private void goOn(Chat chat, Bridge standIn, long boundary) {
        ContextRules rules = chat.rules();
        StateDocument written = fitter.joined(List.of(chat.stored().lastState()));
        int room = rules.stateTokens(standIn.shown());
        StateDocument behind = standIn.whole().after(boundary);
        StateDocument rest = fitter.within(behind, Math.max(room - rules.stateTokens(written), room / 3));
        StateDocument shown = fitter.joined(List.of(fitter.within(written, room - rules.stateTokens(rest)), rest))
                .with(StateDocument.EARLIER, earlier(chat));
        StateDocument whole = fitter.joined(List.of(written, behind)).with(StateDocument.EARLIER, earlier(chat));
        bridge(chat, new Bridge(standIn.through(), fitter.within(shown, room), whole));
    }

    /** Shows an extract in all processes; in this one alone if the store does not take it. */
    void bridge(Chat chat, Bridge extract) {
        try {
            if (!chat.commit(chat.stored().record().bridged(extract, clock.instant()))) {
                chat.sync();
            }
        } catch (RuntimeException e) {
            chat.faults().bridgeNotStored(e);
        }
        if (chat.stored().record().bridge().equals(extract) || chat.shown().leftOutThrough() < extract.through()) {
            chat.shown().leaveOut(extract);
        }
    }

    private CompressionRecord next(
            Chat chat,
            CompressTask task,
            WrittenState.Written written,
            Duration took,
            SegmentState segment,
            List<Long> tellings) {
        CompressionRecord base = chat.stored().record();
        StateDocument shown = shown(chat, task, segment.document());
        return new CompressionRecord(
                base.version() + 1,
                task.boundary(),
                task.pins().sequences(chat.shown()::keepsSystem),
                base.pruned(),
                chat.rules().schema().name(),
                List.of(segment.id()),
                tellings,
                shown,
                written.ledger(),
                base.enabled(),
                written.by() == Outcome.Compressed.By.MODEL ? Cause.MODEL : Cause.OFFLINE,
                new Accounting(
                        task.pins().covered().size(),
                        task.replacedTokens(),
                        chat.rules().stateTokens(written.document()),
                        written.usage().requestTokens(),
                        written.usage().outputTokens(),
                        written.coverage(),
                        shares(chat, shown),
                        task.extract() ? task.paid() : 0,
                        written.calls(),
                        Duration.ofMillis(took.toMillis())), // as records keep it
                clock.instant(),
                0,
                written.artefacts(),
                base.chosen(),
                Bridge.NONE);
    }

    /** A written state with what the last one shows of earlier sessions. */
    static StateDocument withEarlier(Chat chat, StateDocument written) {
        return written.with(StateDocument.EARLIER, earlier(chat));
    }

    /**
     * As much of {@code state} as there is room for once {@code task} is done. Turns that came while the state was written never take
     * all of it: they can be left out of the view, what is in the state is nowhere else in it.
     */
    StateDocument shown(Chat chat, CompressTask task, StateDocument state) {
        List<Entry> kept = kept(chat.stored(), task.pins(), task.boundary());
        List<Entry> turn = kept.subList(Math.max(0, RetainedMessages.lastUser(Pins.messages(kept))), kept.size());
        Budget budget = chat.shown().budget();
        long system = chat.shown().context().systemTokens();
        int besideAll =
                budget.stateRoom(system + tokens(chat, kept, chat.stored().pruned()));
        int besideTheTurn =
                budget.stateRoom(system + tokens(chat, turn, chat.stored().pruned()));
        return fitter.fit(state, Math.max(besideAll, besideTheTurn / 2));
    }

    private static List<Entry> kept(StoredChat stored, Pins pins, long boundary) {
        List<Entry> kept = new ArrayList<>(pins.history());
        List<Entry> active = stored.active();
        kept.addAll(active.subList(Entry.countThrough(active, boundary), active.size()));
        kept.removeIf(entry -> entry.message().role() == Role.SYSTEM);
        return kept;
    }

    private static long tokens(Chat chat, List<Entry> entries, Pruned pruned) {
        long tokens = 0;
        for (Entry entry : entries) {
            tokens += chat.rules().shown(entry, pruned).tokens();
        }
        return tokens;
    }

    /** Writes the state of all covered messages again from the transcript, because too little of it is left. Offline. */
    record RewriteState(CompressStep compress) implements Step {
        @Override
        public @Nullable Proposal propose(Chat chat) {
            StoredChat stored = chat.stored();
            // As it was before the store is asked: others may remove a message while it is read here.
            Basis basis = Basis.of(stored);
            CompressionRecord base = basis.record();
            Set<Long> staying = new HashSet<>(base.pinned());
            List<Entry> covered =
                    stored.between(0, base.boundary()).stream() // what no view shows while the state covers it
                            .filter(entry -> !staying.contains(entry.sequence())
                                    && entry.message().role() != Role.SYSTEM)
                            .toList();
            long tokens = CompressStep.tokens(chat, covered, base.pruned());
            if (covered.isEmpty() || tellsOfMore(base, covered)) {
                return null;
            }
            Pins now = stored.pinsBefore(0);
            Pins pins = new Pins(now.system(), now.history(), null, covered);
            int max = (int) Math.min(chat.shown().budget().stateMax(), Math.max(Budget.SMALLEST_STATE, tokens));
            CompressTask task = new CompressTask(
                    basis,
                    StateDocument.EMPTY,
                    CompressStep.outline(chat),
                    pins,
                    List.of(),
                    covered,
                    stored.active(),
                    base.boundary(),
                    max,
                    tokens,
                    false,
                    0,
                    true);
            return new Proposal.ToWrite(Stage.COMPRESS, task, (written, took) -> compress.finish(task, written, took));
        }

        /** True if the state was made of messages that are gone: it can't be made of what is left. */
        private static boolean tellsOfMore(CompressionRecord record, List<Entry> covered) {
            Set<Long> there = new HashSet<>(record.pinned());
            covered.forEach(entry -> there.add(entry.sequence()));
            return record.injected().items().stream()
                    .flatMap(item -> item.sources().stream())
                    .anyMatch(source -> source <= record.boundary() && !there.contains(source));
        }
    }
}
