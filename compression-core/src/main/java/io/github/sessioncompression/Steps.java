package io.github.sessioncompression;

import io.github.sessioncompression.Step.Proposal;
import io.github.sessioncompression.context.Budget;
import io.github.sessioncompression.context.Chat;
import io.github.sessioncompression.context.ChatCosts;
import io.github.sessioncompression.context.CompressTask;
import io.github.sessioncompression.context.ShownChat;
import io.github.sessioncompression.context.StepOrder;
import io.github.sessioncompression.context.TaskMaker;
import io.github.sessioncompression.cut.CutPlanner;
import io.github.sessioncompression.event.CompressionEvent.Stage;
import io.github.sessioncompression.extract.StateFitter;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.policy.KeepRecent;
import io.github.sessioncompression.prune.Pruned;
import io.github.sessioncompression.prune.Pruner;
import io.github.sessioncompression.prune.Pruner.PruneStep;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.store.CompressionRecord.Bridge;
import io.github.sessioncompression.writer.WrittenState;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The steps of all {@linkplain StepOrder orders of steps}. Immutable; shared by all conversations with one policy.
 *
 * <p>{@link PruneResults} shows old tool results as placeholders, {@link CompressStep} puts the older part into the state, {@link BridgeStep} shows
 * an extract until a state is there, {@link LeaveOut} leaves the oldest turns out of the view, {@link ResizeState} shows less of the state, and more
 * again.
 *
 * @param fitter shortens a state to a size
 * @param costs decides if an extract is enough
 * @see Pipeline
 */
record Steps(StateFitter fitter, InstantSource clock, ChatCosts costs) {
    Step of(StepOrder.Use use) {
        return switch (use.kind()) {
            case PRUNE -> prune();
            case PRUNE_FORCED -> new PruneResults(clock, true);
            case COMPRESS -> compress(use.aim());
            case EXTRACT -> new CompressStep(fitter, clock, new TaskMaker(costs, use.aim(), true));
            case REWRITE -> chat -> compress(StepOrder.Aim.CURRENT_TURN).write(TaskMaker.ofAllCovered(chat));
            case BRIDGE -> new BridgeStep(compress(use.aim()));
            case LEAVE_OUT -> new LeaveOut(false);
            case LEAVE_OUT_ALL -> new LeaveOut(true);
            case CONDENSE -> new ResizeState(fitter, clock, false);
            case WIDEN -> new ResizeState(fitter, clock, true);
            case GIVE_UP -> Steps::overBudget;
        };
    }

    /** The step that prunes what the policy lets go. */
    PruneResults prune() {
        return new PruneResults(clock, false);
    }

    /** The step that compresses as much as an aim asks for. */
    CompressStep compress(StepOrder.Aim aim) {
        return new CompressStep(fitter, clock, new TaskMaker(costs, aim, false));
    }

    /** Reports that the context stays above the hard limit because nothing can give way. */
    private static Proposal overBudget(Chat chat) {
        return new Proposal.Nothing(new Outcome.OverBudget(
                chat.shown().size(), chat.rules().policy().hardLimitTokens()));
    }

    /**
     * Leaves the older part of a chat out of the view and shows an extract for it, in all processes: until the state that will be kept is there, for
     * which nobody waits. The part stays to be compressed.
     *
     * <p>The caller waits for the extract, so no more than the latest {@value #MOST_TOKENS} tokens are read for it: about a second. <b>Does
     * nothing</b> if an extract covers as much already, or another process was faster.
     */
    record BridgeStep(CompressStep compress) implements Step {
        private static final long MOST_TOKENS = 100_000;

        @Override
        public @Nullable Proposal propose(Chat chat) {
            CompressTask task = compress.tasks().of(chat, true);
            if (task == null || task.boundary() <= chat.shown().leftOutThrough()) {
                return null;
            }
            CompressTask latest = task.latest(MOST_TOKENS);
            boolean partial = latest.covered().size() < task.covered().size();
            return new Proposal.ToWrite(Stage.FALLBACK, latest, (written, took) -> finish(latest, written, partial));
        }

        private Proposal.Ready finish(CompressTask task, WrittenState.Written written, boolean partial) {
            return new Proposal.Ready(
                    Stage.FALLBACK,
                    chat -> task.stillHolds(chat.stored()) && show(chat, task, written, partial),
                    (chat, before) -> new Outcome.Bridged(
                            chat.shown().context().leftOut(),
                            before,
                            chat.shown().size()));
        }

        /** Shows the extract, and keeps what is needed to commit it as the state when the process ends before the model has written one. */
        private boolean show(Chat chat, CompressTask task, WrittenState.Written written, boolean partial) {
            if (chat.shown().leftOutThrough() >= task.boundary()) {
                return false; // another process was faster
            }
            StateDocument state = CompressStep.withEarlier(chat, written.document());
            compress.bridge(chat, new Bridge(task.boundary(), compress.shown(chat, task, state), state));
            chat.standIn(new Chat.StandIn(partial, now -> compress.finish(task, written, Duration.ZERO)
                    .change()
                    .test(now)));
            return true;
        }
    }

    /**
     * Shows less of the state, or nothing, so that the current turn has its place; the state itself stays in the record. Or more of it again, once
     * what it gave way to is gone, a large question or a turn that has ended: only if the context stays below the target, so that it need not give
     * way again at once, and only if at least twice as much can be shown.
     *
     * @param widens true to show more, false to show less
     */
    record ResizeState(StateFitter fitter, InstantSource clock, boolean widens) implements Step {
        @Override
        public @Nullable Proposal propose(Chat chat) {
            ShownChat shown = chat.shown();
            StateDocument before = shown.state();
            if (widens ? shown.lastState().isEmpty() : before.isEmpty()) {
                return null;
            }
            Budget budget = shown.budget();
            int others = shown.context().tokens() - shown.context().stateTokens();
            int now = chat.rules().stateTokens(before);
            int least = widens ? 2 * now : 0;
            int room = widens
                    ? Math.min(budget.stateMax(), budget.target() - others)
                    : Math.min((budget.hard() - others) / 2, now - 1);
            if (widens && room < Math.max(Budget.SMALLEST_STATE, least)) {
                return null;
            }
            StateDocument part = fitter.fit(shown.lastState(), room);
            if (part.showsSameAs(before) || chat.rules().stateTokens(part) < least) {
                return null;
            }
            return new Proposal.Ready(
                    Stage.FALLBACK,
                    it -> show(it, part, clock.instant()),
                    (it, was) -> new Outcome.Condensed(was, it.shown().size()));
        }

        /** Shows a part of the state: by a record for all processes, or in this one alone while messages are left out of its view. */
        private static boolean show(Chat chat, StateDocument part, Instant now) {
            long through = chat.shown().leftOutThrough();
            if (through > 0) {
                chat.shown().leaveOut(new Bridge(through, part, chat.shown().lastState()));
                return true;
            }
            return chat.commit(chat.stored().record().resized(part, now));
        }
    }

    /**
     * Leaves the oldest turns out of the view, and groups of the current one, that could not be compressed in time; they stay to be compressed later.
     * What is pinned stays. Only the view of this process gives way, never the transcript.
     *
     * @param all true to leave out all that may be, false for as much as the target asks for
     */
    record LeaveOut(boolean all) implements Step {
        @Override
        public @Nullable Proposal propose(Chat chat) {
            ShownChat shown = chat.shown();
            CutPlanner.Cut cut = cut(shown);
            if (cut == null || cut.tokens() == 0) {
                return null;
            }
            long through = chat.stored().active().get(cut.index() - 1).sequence();
            if (through <= shown.leftOutThrough()) {
                return null;
            }
            StateDocument state = shown.state();
            return new Proposal.Ready(
                    Stage.FALLBACK,
                    it -> {
                        it.shown()
                                .leaveOut(new Bridge(through, state, it.shown().lastState()));
                        return true;
                    },
                    (it, before) -> new Outcome.Truncated(
                            it.shown().context().leftOut(), before, it.shown().size()));
        }

        /** The cut behind what is left out: inside the current turn only if the turn alone is above the hard limit, or all must go. */
        private CutPlanner.@Nullable Cut cut(ShownChat shown) {
            CutPlanner planner = shown.planner();
            Budget budget = shown.budget();
            int others = shown.context().systemTokens() + shown.context().stateTokens();
            int room = all ? 0 : Math.max(1, budget.target() - others);
            boolean enough = !all && others + planner.currentTurnTokens() <= budget.hard();
            CutPlanner.Cut inside = enough ? null : planner.insideCurrentTurn(room);
            return inside != null ? inside : planner.byPolicy(KeepRecent.targetRatio(), room);
        }
    }

    /**
     * Turns old tool results and media into placeholders and shortens old calls.
     *
     * @param forced true above the hard limit: protected results go as well, until the context is below the trigger, or below the hard limit if that
     *     can't be reached
     */
    record PruneResults(InstantSource clock, boolean forced) implements Step {
        @Override
        public @Nullable Proposal propose(Chat chat) {
            PruneStep step = look(chat);
            if (!step.moved()) {
                return null;
            }
            return new Proposal.Ready(
                    Stage.PRUNE,
                    it -> it.commit(it.stored().record().pruned(step.pruned(), clock.instant())),
                    (it, before) -> new Outcome.Pruned(
                            step.results(), before, it.shown().size()));
        }

        /** What pruning would change now; changes nothing. */
        PruneStep look(Chat chat) {
            Pruner pruner = chat.rules().pruner();
            ShownChat shown = chat.shown();
            int tokens = shown.context().tokens();
            List<Entry> active = chat.stored().active();
            Pruned pruned = chat.stored().pruned();
            if (!forced) {
                return pruner.advance(active, tokens, pruned);
            }
            Budget budget = shown.budget();
            PruneStep roomy = pruner.relieve(active, tokens, budget.trigger(), pruned);
            boolean reached = tokens - roomy.savedTokens() <= budget.trigger();
            // If room to grow can't be had, what the model has not read yet must not go for it.
            return reached ? roomy : pruner.relieve(active, tokens, budget.hard(), pruned);
        }
    }
}
