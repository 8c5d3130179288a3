package io.github.sessioncompression.context;

import io.github.sessioncompression.context.StepOrder.Aim;
import io.github.sessioncompression.cut.CutPlanner;
import io.github.sessioncompression.cut.CutPlanner.Cut;
import io.github.sessioncompression.cut.Pins.Turns;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.policy.TriggerPoint;
import org.jspecify.annotations.Nullable;

/**
 * Chooses how much of a conversation a compression takes: what comes before the current turn, and if that isn't enough the oldest groups of the turn
 * too. Made for one look at the context.
 *
 * <p><b>Algorithm</b> for the policy's aim.
 * <ol>
 *   <li>Below the hard limit take what the policy does not keep, if that frees a fifth beside a state of the least useful size. Inside the current
 *       turn only in the background, and only if the turn alone keeps the context above the trigger.
 *   <li>Above it take of the current turn as well, unless all that comes before the turn is enough.
 *   <li>{@link #stateRoom} gives the new state what the target leaves, at least half of the target.
 * </ol>
 *
 * <p><b>Does nothing</b>, that is {@code null}, if no cut is worth its price. <b>Threads:</b> not safe; used under the chat's lock.
 *
 * @param planner finds cuts, and has the tokens of each
 * @param system tokens of the system messages, which every cut keeps
 * @param previousState tokens of the state that the new one replaces
 * @see TaskMaker
 */
public record CutChoice(Chat chat, CutPlanner planner, Budget budget, long system, int previousState) {
    /** The least useful state has this part of the size of what it replaces. */
    private static final int LEAST_STATE_DIVISOR = 4;
    /** Part of the target that the room of the next state takes at most; the rest is for the recent chat. */
    private static final double MOST_STATE = 0.9;

    /** A choice for the chat as it is now. */
    public static CutChoice of(Chat chat) {
        ShownChat shown = chat.shown();
        return new CutChoice(
                chat,
                shown.planner(),
                shown.budget(),
                shown.context().systemTokens(),
                chat.rules().stateTokens(chat.stored().lastState()));
    }

    /** The cut; {@code null} if nothing is worth it. */
    @Nullable
    public Cut cut(Aim aim) {
        return switch (aim) {
            case CURRENT_TURN -> planner.beforeCurrentTurn();
            case ALL -> largest();
            case INTO_TURN -> intoTurn();
            case EVERYTHING -> planner.everything();
            case POLICY -> chat.shown().isOverHardLimit() ? urgent() : ordinary();
        };
    }

    /** All that may go, but nothing of the current turn if the context gets down to the target without that. */
    private @Nullable Cut largest() {
        Cut turn = planner.beforeCurrentTurn();
        boolean enough = turn != null && planner.currentTurnTokens() <= room(budget.target());
        Cut inside = enough ? null : planner.insideCurrentTurn(Integer.MIN_VALUE);
        return helpful(inside != null ? inside : turn);
    }

    /** All of the current turn that may go, regardless of the size; what comes before it if nothing of it may. */
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
     * Above the trigger what the policy doesn't keep. The current turn gives way in the background only, and only if it
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

    /** True if the policy compresses within a turn, and the chat is in one: nobody may wait for a model then. */
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

    /** The cut that keeps as much of the recent chat as the policy sets. */
    private @Nullable Cut byPolicy() {
        return planner.byPolicy(chat.rules().policy().keepRecent(), room(budget.target()));
    }

    /** True if the cut frees enough even beside a state of the least useful size. */
    private boolean isWorthIt(@Nullable Cut cut) {
        return cut != null && mostState(cut) >= leastState(cut);
    }

    /**
     * Largest state to be written for {@code cut}, in tokens: what the target leaves, at least half of the target, for a large turn ends and
     * its room can show more of the state then. A compression that nobody asked for stays so small that it frees the least gain, unless it
     * brings the context below the hard limit.
     */
    public long stateRoom(Aim aim, Cut cut) {
        long room = Math.max(budget.stateRoom(system + cut.kept()), Math.min(budget.stateMax(), budget.target() / 2));
        boolean mustGain = aim == Aim.POLICY && system + replaced(cut) + cut.kept() <= budget.hard();
        return mustGain ? Math.min(room, mostState(cut)) : room;
    }

    /** Tokens of the context after a compression at {@code cut}, at most; 0 or more. */
    public int after(Aim aim, Cut cut) {
        return (int) Math.min(Integer.MAX_VALUE, system + cut.kept() + Math.max(0, stateRoom(aim, cut)));
    }

    /** Largest state beside which a compression at {@code cut} still frees the least gain, in tokens. */
    private long mostState(Cut cut) {
        long replaced = replaced(cut);
        return replaced - (replaced + cut.kept()) / Budget.LEAST_GAIN_DIVISOR;
    }

    /** Smallest state that can hold what is worth keeping of a cut, in tokens. */
    private long leastState(Cut cut) {
        return Math.max(Budget.SMALLEST_STATE, replaced(cut) / LEAST_STATE_DIVISOR);
    }

    /** Tokens that a compression at {@code cut} takes away, the state before included. */
    private long replaced(Cut cut) {
        return cut.tokens() + (long) previousState;
    }

    /** The most tokens of history below {@code limit} beside the system messages and the state to be expected. */
    private int room(int limit) {
        return (int) Math.max(Integer.MIN_VALUE, limit - system - expectedState());
    }

    /** Expected size of the next state: a quarter more than the last one, from a quarter of the target to {@link #MOST_STATE}. */
    private int expectedState() {
        int last = chat.stored().record().accounting().stateTokens();
        int expected = last == 0 ? budget.target() / 2 : last + last / 4;
        int most = (int) (MOST_STATE * budget.target());
        return Math.min(budget.stateMax(), Math.max(budget.target() / 4, Math.min(expected, most)));
    }
}
