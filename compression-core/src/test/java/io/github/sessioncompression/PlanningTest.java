package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.Plan.Planner;
import io.github.sessioncompression.Steps.PruneResults;
import io.github.sessioncompression.context.CutChoice;
import io.github.sessioncompression.context.Recipe;
import io.github.sessioncompression.cut.CutPlanner;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.prune.PruneOptions;
import io.github.sessioncompression.prune.PruneOptions.Pruning;
import io.github.sessioncompression.prune.Pruner.PruneStep;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateOptions.StateMode;
import io.github.sessioncompression.store.CompressionRecord.Bridge;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A plan matches the run that follows. */
class PlanningTest extends SizedChatFixture {
    private static final CompressionPolicy PRUNES = SizedChat.POLICY.withPrune(PruneOptions.defaults()
            .withMinContextTokens(0)
            .withProtectTokens(0)
            .withMinSavingsTokens(0)
            .withKeepLastTurns(1));
    private static final CompressionPolicy ONLY_COMPRESSES =
            SizedChat.POLICY.withPrune(PruneOptions.defaults().withPruning(Pruning.KEEP_ALL));
    private static final int RESULT = 900;

    private static Plan plan(SizedChat chat) {
        return new Planner(chat.settings().steps(), chat.settings().writer()).of(chat.chat);
    }

    private static PruneStep look(SizedChat chat) {
        return ((PruneResults) chat.step(Recipe.Kind.PRUNE)).look(chat.chat);
    }

    /** A turn with a result that may go, then a question that brings the context to {@code size} once it is gone. */
    private SizedChat prunedTo(CompressionPolicy policy, int size) {
        SizedChat chat = chat(policy).asks(100).round(RESULT).answers(100);
        chat.asks(1_000).answers(1_000).asks(1_000).answers(10);
        int saved = RESULT - leftOfAResult(policy);
        return chat.asks(size + saved - chat.chat.shown().size());
    }

    private int leftOfAResult(CompressionPolicy policy) {
        SizedChat chat = chat(policy)
                .asks(100)
                .round(RESULT)
                .answers(100)
                .asks(10)
                .answers(10)
                .asks(10);
        return RESULT - (int) look(chat).savedTokens();
    }

    @Test
    void plansNothingBelowTriggerOrIfDisabled() {
        int trigger = PRUNES.triggerTokens();
        SizedChat small = chat(PRUNES).asks(100).round(RESULT).answers(trigger - RESULT - 110);
        SizedChat off = prunedTo(PRUNES, trigger);
        off.chat.enable(false, Instant.EPOCH);

        for (SizedChat chat : List.of(small, off)) {
            assertThat(plan(chat).step()).isEqualTo(Plan.Step.NOTHING);
            assertThat(plan(chat).prunableResults()).isZero();
            assertThat(plan(chat).estimatedTokensAfter())
                    .isEqualTo(chat.chat.shown().size());
        }
    }

    @Test
    void plansOnlyPruningIfItReachesTrigger() {
        int trigger = PRUNES.triggerTokens();
        Plan enough = plan(prunedTo(PRUNES, trigger));
        Plan not = plan(prunedTo(PRUNES, trigger + 1));

        assertThat(enough.step()).isEqualTo(Plan.Step.PRUNE);
        assertThat(enough.prunableResults()).isEqualTo(1);
        assertThat(enough.estimatedTokensAfter()).isEqualTo(trigger);
        assertThat(enough.contextTokens()).isGreaterThan(trigger);
        assertThat(enough.compressibleMessages()).isZero();
        assertThat(enough.compressibleTokens()).isZero();
        assertThat(enough.boundary()).isZero();
        assertThat(not.step()).isEqualTo(Plan.Step.COMPRESS);
        assertThat(not.prunableResults()).isEqualTo(1);
    }

    @Test
    void plansCompressionIfMessagesAreLeftOut() {
        SizedChat chat = prunedTo(PRUNES, PRUNES.triggerTokens());
        chat.chat.shown().leaveOut(new Bridge(1, StateDocument.EMPTY, StateDocument.EMPTY));

        assertThat(plan(chat).step()).isEqualTo(Plan.Step.COMPRESS);
    }

    @Test
    void plansOnlyPruningWithoutStates() {
        CompressionPolicy noStates = PRUNES.withState(SizedChat.STATE.withMode(StateMode.OFF));
        int trigger = PRUNES.triggerTokens();

        assertThat(plan(prunedTo(noStates, trigger + 5)).step()).isEqualTo(Plan.Step.PRUNE);
        assertThat(plan(prunedTo(noStates, trigger + 5)).estimatedTokensAfter()).isEqualTo(trigger + 5);
        Plan nothing = plan(chat(noStates).asks(3_000).answers(1_000).asks(3_000));
        assertThat(nothing.step()).isEqualTo(Plan.Step.NOTHING);
        assertThat(nothing.estimatedTokensAfter()).isEqualTo(7_000);
    }

    @Test
    void estimatesFullStateRoomAfterCompression() {
        SizedChat chat = chat(ONLY_COMPRESSES).asks(500).answers(500).asks(20);
        chat.compress(Recipe.Aim.CURRENT_TURN, SizedChat.state(0, 3));
        chat.answers(2_000).asks(1_900).answers(1_000).asks(1_000);
        CutPlanner.Cut cut = CutChoice.of(chat.chat).cut(Recipe.Aim.POLICY);

        Plan plan = plan(chat);

        assertThat(cut).isNotNull();
        assertThat(plan.step()).isEqualTo(Plan.Step.COMPRESS);
        assertThat(plan.compressibleTokens()).isEqualTo(4_920);
        assertThat(plan.compressibleMessages()).isEqualTo(4);
        assertThat(plan.boundary()).isEqualTo(6);
        assertThat(plan.estimatedTokensAfter()).isEqualTo(1_000 + 400);
        assertThat(plan.contextTokens()).isEqualTo(chat.chat.shown().size());
    }

    @Test
    void plansNoStateThatFreesLessThanTheLeastGain() {
        SizedChat chat = chat(ONLY_COMPRESSES.withState(SizedChat.STATE.withMaxTokens(2_000)));
        chat.asks(760).answers(760).asks(4_130);

        Plan plan = plan(chat);

        assertThat(plan.step()).isEqualTo(Plan.Step.COMPRESS);
        assertThat(plan.compressibleTokens()).isEqualTo(1_520);
        assertThat(plan.estimatedTokensAfter()).isEqualTo((760 + 760 + 4_130) * 4 / 5);
    }
}
