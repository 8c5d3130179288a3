package io.github.sessioncompression;

import io.github.sessioncompression.event.Stage;
import io.github.sessioncompression.policy.KeepRecent;
import io.github.sessioncompression.state.StateDocument;
import org.jspecify.annotations.Nullable;

/**
 * Leaves the oldest turns out of the view, and groups of the current one, that could not be compressed in time; they stay to be
 * compressed later. What is pinned stays. Only the view gives way, never the transcript.
 */
final class LeaveOut implements Step {
    private final boolean all;

    /**
     * Such a step.
     *
     * @param all whether everything is left out that may be, because less was not enough
     */
    LeaveOut(boolean all) {
        this.all = all;
    }

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
                    it.shown().leaveOut(through, state, it.shown().states());
                    return true;
                },
                (it, before) -> new Outcome.Truncated(
                        it.shown().leftOut(), before, it.shown().size()));
    }

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
