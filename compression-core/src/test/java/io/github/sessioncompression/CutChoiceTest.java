package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.ContextMeter.Budget;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.policy.KeepRecent;
import io.github.sessioncompression.policy.TriggerPoint;
import java.util.EnumSet;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Exact position of a compression's cut, in tokens. */
class CutChoiceTest extends SizedChatFixture {
    private SizedChat prompted(CompressionPolicy policy) {
        return chat(policy).system(20);
    }

    private SizedChat prompted() {
        return prompted(SizedChat.POLICY);
    }

    /** A finished turn, then one of {@code turn} tokens with three answered rounds. */
    private static SizedChat turns(SizedChat chat, int before, int turn) {
        int round = turn / 4;
        return chat.asks(before - before / 3)
                .answers(before / 3)
                .asks(turn - 3 * round)
                .round(round - 10)
                .round(round - 10)
                .round(round - 10);
    }

    private static int index(CutPlanner.@Nullable Cut cut) {
        return cut == null ? 0 : cut.index();
    }

    private static int cut(SizedChat chat, Recipe.Aim aim) {
        return index(CutChoice.of(chat.chat).cut(aim));
    }

    private static int room(SizedChat chat, int limit) {
        return limit - chat.systemTokens() - chat.budget.stateMax();
    }

    /** The first message of the current turn: a system message, a question and an answer come before it. */
    private static final int TURN = 3;

    @Test
    void allAimCutsIntoTurnIfTargetIsOutOfReach() {
        SizedChat fits = prompted();
        SizedChat does = prompted();
        turns(fits, 500, room(fits, fits.budget.target()));
        turns(does, 500, room(does, does.budget.target()) + 1);

        assertThat(cut(fits, Recipe.Aim.ALL)).isEqualTo(TURN);
        assertThat(cut(does, Recipe.Aim.ALL)).isEqualTo(TURN + 5);
        assertThat(cut(does, Recipe.Aim.CURRENT_TURN)).isEqualTo(TURN);
    }

    @Test
    void intoTurnAimTakesAllFoldableGroupsAtAnySize() {
        SizedChat chat = prompted();
        turns(chat, 500, 400);

        assertThat(cut(chat, Recipe.Aim.ALL)).isEqualTo(TURN);
        assertThat(cut(chat, Recipe.Aim.INTO_TURN)).isEqualTo(TURN + 5);
        assertThat(cut(prompted().asks(60).answers(40).asks(50).answers(40), Recipe.Aim.INTO_TURN))
                .isEqualTo(TURN);
        assertThat(cut(chat(SizedChat.POLICY).asks(50), Recipe.Aim.INTO_TURN)).isZero();
    }

    @Test
    void allAimCutsIntoFirstTurn() {
        SizedChat chat = chat(SizedChat.POLICY).asks(50).round(90).round(90).round(90);

        assertThat(cut(chat, Recipe.Aim.ALL)).isEqualTo(5);
        assertThat(cut(chat(SizedChat.POLICY).asks(50), Recipe.Aim.ALL)).isZero();
    }

    /** A turn that can't be cut, and leaves the context at {@code size}, behind one of {@code before} tokens. */
    private SizedChat whole(int before, int size) {
        SizedChat chat = prompted();
        int turn = size - chat.systemTokens();
        return chat.asks(before / 2)
                .answers(before - before / 2)
                .asks(turn * 6 / 10)
                .answers(turn - turn * 6 / 10);
    }

    @Test
    void acceptsSmallCutIfItReachesHardLimit() {
        int hard = prompted().budget.hard();

        assertThat(cut(whole(10, hard), Recipe.Aim.ALL)).isEqualTo(TURN);
        assertThat(cut(whole(10, hard + 1), Recipe.Aim.ALL)).isZero();
        assertThat(cut(whole(10, hard), Recipe.Aim.POLICY)).isEqualTo(TURN);
        assertThat(cut(whole(10, hard + 1), Recipe.Aim.POLICY)).isZero();
    }

    /** Beside a state of a quarter of its size a span of 4/11 of what stays frees a fifth of both. */
    private static int worthBeside(int kept) {
        return kept * 4 / 11 + 5;
    }

    private static int notWorthBeside(int kept) {
        return kept * 4 / 11 - 5;
    }

    @Test
    void aboveHardLimitCutMustFreeFifthOrReachLimit() {
        SizedChat chat = prompted();
        int stays = chat.budget.hard() + 1 - chat.systemTokens();

        assertThat(cut(whole(worthBeside(stays), chat.budget.hard() + 1), Recipe.Aim.ALL))
                .isEqualTo(TURN);
        assertThat(cut(whole(notWorthBeside(stays), chat.budget.hard() + 1), Recipe.Aim.ALL))
                .isZero();
    }

    @Test
    void aboveHardLimitKeepsTurnWholeIfItFits() {
        SizedChat fits = prompted();
        SizedChat does = prompted();
        turns(fits, 3_000, room(fits, fits.budget.hard()));
        turns(does, 3_000, room(does, does.budget.hard()) + 1);

        assertThat(fits.chat.shown().isOverHardLimit()).isTrue();
        assertThat(cut(fits, Recipe.Aim.POLICY)).isEqualTo(TURN);
        assertThat(cut(does, Recipe.Aim.POLICY)).isGreaterThan(TURN);
    }

    /** The turn, with the system prompt and the smallest state, comes to {@code over} more than the trigger. */
    private SizedChat aroundTheTrigger(CompressionPolicy policy, int over) {
        SizedChat chat = prompted(policy.withHardLimitRatio(1));
        int turn = chat.budget.trigger() - chat.systemTokens() - Budget.SMALLEST_STATE + over;
        turns(chat, worthBeside(turn), turn);
        assertThat(chat.chat.shown().isOverHardLimit()).isFalse();
        return chat;
    }

    @Test
    void backgroundRunCutsTurnAboveTrigger() {
        assertThat(cut(aroundTheTrigger(SizedChat.POLICY, 0), Recipe.Aim.POLICY))
                .isEqualTo(TURN);
        assertThat(cut(aroundTheTrigger(SizedChat.POLICY, 1), Recipe.Aim.POLICY))
                .isGreaterThan(TURN);
    }

    @Test
    void keepsTurnWholeInSyncModeOrWithoutTriggerInside() {
        CompressionPolicy waits = SizedChat.POLICY.withExecution(Execution.SYNC);
        CompressionPolicy looksBefore = SizedChat.POLICY.withTriggerPoints(EnumSet.of(TriggerPoint.BEFORE_CALL));

        assertThat(cut(aroundTheTrigger(waits, 1), Recipe.Aim.POLICY)).isEqualTo(TURN);
        assertThat(cut(aroundTheTrigger(looksBefore, 1), Recipe.Aim.POLICY)).isEqualTo(TURN);
    }

    @Test
    void keepsTurnWholeIfPolicyKeepsMoreTurns() {
        SizedChat chat = prompted(SizedChat.POLICY.withKeepRecent(KeepRecent.turns(2)));
        int turn = chat.budget.trigger() - chat.systemTokens();
        chat.asks(200).answers(worthBeside(400 + turn));
        turns(chat, 400, turn);

        assertThat(cut(chat, Recipe.Aim.POLICY)).isEqualTo(TURN);
    }

    @Test
    void cutsTurnIfEarlierPartIsTooSmall() {
        SizedChat chat = prompted();
        turns(chat, 20, chat.budget.trigger() * 8 / 10);

        assertThat(cut(chat, Recipe.Aim.POLICY)).isGreaterThan(TURN);
    }

    @Test
    void belowHardLimitCutMustFreeFifth() {
        SizedChat worth = prompted().asks(worthBeside(4_800) - 10).answers(10).asks(4_800);
        SizedChat not = prompted().asks(notWorthBeside(4_800) - 10).answers(10).asks(4_800);

        assertThat(cut(worth, Recipe.Aim.POLICY)).isEqualTo(TURN);
        assertThat(cut(not, Recipe.Aim.POLICY)).isZero();
    }

    @Test
    void stateLeavesLeastGain() {
        SizedChat chat = chat(CompressionPolicy.forWindow(8_000));
        chat.asks(worthBeside(4_800) - 10).answers(10).asks(4_800);
        CutChoice choice = CutChoice.of(chat.chat);
        CutPlanner.Cut cut = Objects.requireNonNull(choice.cut(Recipe.Aim.POLICY));
        int before = cut.tokens() + cut.kept();

        assertThat(cut.kept() + choice.stateRoom(Recipe.Aim.POLICY, cut)).isEqualTo(before - before / 5);
        assertThat(choice.stateRoom(Recipe.Aim.CURRENT_TURN, cut)).isEqualTo(chat.budget.target() / 2);
    }

    @Test
    void asManyTurnsStayAsLeaveRoomForAStateBelowTheTarget() {
        SizedChat fits = prompted();
        SizedChat does = prompted();
        int room = room(fits, fits.budget.target());
        fits.asks(1_000).answers(1_000).asks(room - 200).answers(100).asks(100);
        does.asks(1_000).answers(1_000).asks(room - 199).answers(100).asks(100);

        assertThat(cut(fits, Recipe.Aim.POLICY)).isEqualTo(TURN);
        assertThat(cut(does, Recipe.Aim.POLICY)).isEqualTo(TURN + 2);
    }
}
