package io.github.sessioncompression;

import io.github.sessioncompression.ContextMeter.Budget;
import io.github.sessioncompression.CutPlanner.Cut;
import io.github.sessioncompression.Pins.Turns;
import io.github.sessioncompression.Recipe.Aim;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.policy.TriggerPoint;
import org.jspecify.annotations.Nullable;

/**
 * Chooses how much of a conversation a compression takes: what comes before the current turn, and where that isn't enough the
 * oldest groups of the turn too. Made for one look at the context.
 */
record CutChoice(Chat chat, CutPlanner planner, Budget budget, long system) {
    static CutChoice of(Chat chat) {
        ShownChat shown = chat.shown();
        return new CutChoice(
                chat, shown.planner(), shown.budget(), shown.context().systemTokens());
    }

    @Nullable
    Cut cut(Aim aim) {
        return switch (aim) {
            case CURRENT_TURN -> planner.beforeCurrentTurn();
            case ALL -> largest();
            case INTO_TURN -> intoTurn();
            case EVERYTHING -> planner.everything();
            case POLICY -> chat.shown().isOverHardLimit() ? urgent() : ordinary();
        };
    }

    /** All that may go, but nothing of the current turn where the context gets down to the target without. */
    private @Nullable Cut largest() {
        Cut turn = planner.beforeCurrentTurn();
        boolean enough = turn != null && planner.currentTurnTokens() <= room(budget.target());
        Cut inside = enough ? null : planner.insideCurrentTurn(Integer.MIN_VALUE);
        return helpful(inside != null ? inside : turn);
    }

    private @Nullable Cut intoTurn() {
        Cut inside = planner.insideCurrentTurn(Integer.MIN_VALUE);
        return inside != null ? inside : planner.beforeCurrentTurn();
    }

    /** Above the hard limit the current turn gives way too, unless all that comes before it is enough. */
    private @Nullable Cut urgent() {
        boolean enough = planner.currentTurnTokens() <= room(budget.hard());
        Cut inside = enough ? null : planner.insideCurrentTurn(room(budget.target()));
        return helpful(inside != null ? inside : byPolicy());
    }

    /** A cut that brings the context below the hard limit, else one that is worth its price. */
    private @Nullable Cut helpful(@Nullable Cut cut) {
        boolean helps = cut != null && (isWorthIt(cut) || system + cut.kept() <= budget.hard());
        return helps ? cut : null;
    }

    /**
     * Above the trigger what the policy doesn't keep. The current turn gives way in the background only, and only where it
     * alone is what keeps the context above the trigger.
     */
    private @Nullable Cut ordinary() {
        Cut cut = byPolicy();
        Cut inside = mayGoInside() && turnIsTooLarge(cut) ? planner.insideCurrentTurn(room(budget.target())) : null;
        if (isWorthIt(inside)) {
            return inside;
        }
        return isWorthIt(cut) ? cut : null;
    }

    private boolean mayGoInside() {
        CompressionPolicy policy = chat.rules().policy();
        return policy.execution() != Execution.SYNC
                && policy.triggerPoints().contains(TriggerPoint.MID_TURN)
                && Turns.isInside(chat.stored().active());
    }

    /** True if {@code cut} leaves the current turn alone, and still too much, or there is nothing before the turn. */
    private boolean turnIsTooLarge(@Nullable Cut cut) {
        Cut turn = planner.beforeCurrentTurn();
        if (turn == null || !isWorthIt(turn)) {
            return true;
        }
        return turn.equals(cut) && system + planner.currentTurnTokens() + Budget.SMALLEST_STATE > budget.trigger();
    }

    private @Nullable Cut byPolicy() {
        return planner.byPolicy(chat.rules().policy().keepRecent(), room(budget.target()));
    }

    private boolean isWorthIt(@Nullable Cut cut) {
        return cut != null && cut.tokens() >= budget.smallestSpan();
    }

    /** The most tokens of history below {@code limit} beside the system messages and a state at its cap. */
    private int room(int limit) {
        return (int) Math.max(Integer.MIN_VALUE, limit - system - budget.usualState());
    }
}
