package io.github.sessioncompression;

import io.github.sessioncompression.Step.Proposal;
import io.github.sessioncompression.context.Budget;
import io.github.sessioncompression.context.Chat;
import io.github.sessioncompression.context.CompressTask;
import io.github.sessioncompression.context.ContextRules;
import io.github.sessioncompression.context.TaskMaker;
import io.github.sessioncompression.cut.Pins;
import io.github.sessioncompression.event.CompressionEvent.Stage;
import io.github.sessioncompression.extract.StateFitter;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.RetainedMessages;
import io.github.sessioncompression.prune.Pruned;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateItem;
import io.github.sessioncompression.state.StateShares;
import io.github.sessioncompression.store.Accounting;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.CompressionRecord.Bridge;
import io.github.sessioncompression.store.CompressionRecord.Cause;
import io.github.sessioncompression.store.SegmentState;
import io.github.sessioncompression.writer.StateWriter;
import io.github.sessioncompression.writer.WrittenState;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Puts the older part of a chat into the state: makes the next record of the state that was written.
 *
 * <p><b>Algorithm.</b>
 * <ol>
 *   <li>{@link TaskMaker} makes a task, and {@link StateWriter} writes its state without the lock.
 *   <li>{@link #finish} commits it, unless the task does not hold any more: messages and {@code clear()} may come in between.
 *   <li>The record has the whole state as a segment, and as much of it as there is room for as what views show.
 *   <li>If the extract that was shown until now covers more than the state, it is shown behind the state, in no more room than before.
 * </ol>
 *
 * <p><b>Does nothing</b> without a task. <b>Threads:</b> called under the chat's lock. <b>On failure</b> of the store a commit throws; an extract is
 * shown in this process only.
 *
 * @param fitter shortens a state to a size
 * @param tasks makes the task, by the aim of this step
 * @see Steps
 */
record CompressStep(StateFitter fitter, InstantSource clock, TaskMaker tasks) implements Step {
    /** Maximum segment states with a model's summaries that a record names; older ones are dropped. */
    private static final int MOST_TOLD = 64;

    @Override
    public @Nullable Proposal propose(Chat chat) {
        return write(tasks.of(chat, false));
    }

    /** Proposes to write what a task asks for. */
    @Nullable
    Proposal write(@Nullable CompressTask task) {
        return task == null
                ? null
                : new Proposal.ToWrite(Stage.COMPRESS, task, (written, took) -> finish(task, written, took));
    }

    /** What the last state shows of earlier sessions; it stays as it is from state to state. */
    private static List<StateItem> earlier(Chat chat) {
        return chat.stored().lastState().items(StateDocument.EARLIER);
    }

    /** The change that makes {@code written} current, unless the conversation has changed since {@code task} was prepared. */
    Proposal.Ready finish(CompressTask task, WrittenState.Written written, Duration took) {
        int messages = task.pins().covered().size();
        return new Proposal.Ready(
                Stage.COMPRESS,
                chat -> task.stillHolds(chat.stored()) && commit(chat, task, written, took),
                (chat, before) -> new Outcome.Compressed(
                        by(written),
                        task.boundary(),
                        messages,
                        before,
                        chat.shown().size(),
                        written.coverage(),
                        shares(chat, chat.shown().state())));
    }

    /** The author of a written state; an extract has a failure only if the model failed before it. */
    private static Outcome.Compressed.By by(WrittenState.Written written) {
        if (written.byModel()) {
            return Outcome.Compressed.By.MODEL;
        }
        return written.failure() == null ? Outcome.Compressed.By.OFFLINE : Outcome.Compressed.By.OFFLINE_AFTER_FAILURE;
    }

    private static StateShares shares(Chat chat, StateDocument shown) {
        return StateShares.of(shown, chat.rules().tokens()::countText);
    }

    /**
     * Commits the record of a state; false, and nothing changed, if another process was faster. The state gets the first segment id of the new
     * version, a model's summaries of segments the second.
     */
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
     * Shows the new state and, for the messages after {@code boundary}, the extract, in no more room than before: the extract gets what the new state
     * leaves, or a third.
     *
     * @param standIn the extract as it was shown until now
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

    /** The next record: what it covers, shows and has cost. */
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
                base.enabled(),
                written.byModel() ? Cause.MODEL : Cause.OFFLINE,
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
        List<Entry> kept = task.keptNow(chat.stored());
        List<Entry> turn = kept.subList(Math.max(0, RetainedMessages.lastUser(Pins.messages(kept))), kept.size());
        Budget budget = chat.shown().budget();
        long system = chat.shown().context().systemTokens();
        Pruned pruned = chat.stored().pruned();
        int besideAll = budget.stateRoom(system + chat.rules().shownTokens(kept, pruned));
        int besideTheTurn = budget.stateRoom(system + chat.rules().shownTokens(turn, pruned));
        return fitter.fit(state, Math.max(besideAll, besideTheTurn / 2));
    }
}
