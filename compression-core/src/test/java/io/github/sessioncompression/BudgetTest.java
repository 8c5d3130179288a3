package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.ContextMeter.Budget;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.token.TokenOptions.Source;
import org.junit.jupiter.api.Test;

class BudgetTest {
    private static final Budget BUDGET = new Budget(1_000, 2_000, 3_000, 800);
    private static final int SMALLEST = Budget.SMALLEST_STATE;

    @Test
    void convertsPolicyLimitsToCountedTokens() {
        CompressionPolicy policy = CompressionPolicy.forWindow(8_000);
        ContextMeter meter = new ContextMeter(Source.ESTIMATE);
        meter.overhead(300);

        assertThat(Budget.of(policy, meter))
                .isEqualTo(new Budget(
                        policy.targetTokens() - 300,
                        policy.triggerTokens() - 300,
                        policy.hardLimitTokens() - 300,
                        policy.stateMaxTokens()));
    }

    @Test
    void givesStateWhatTargetLeaves() {
        assertThat(BUDGET.stateRoom(0)).isEqualTo(800);
        assertThat(new Budget(1_000, 2_000, 3_000, 2_000).stateRoom(0)).isEqualTo(1_000);
        assertThat(new Budget(1_500, 2_000, 3_000, 2_000).stateRoom(900)).isEqualTo(600);
    }

    @Test
    void tightWindowGivesStateHalfOfRoomBelowTrigger() {
        assertThat(BUDGET.stateRoom(1_200)).isEqualTo(400);
        assertThat(BUDGET.stateRoom(1_400)).isEqualTo(300);
    }

    @Test
    void nearTriggerGivesStateHalfOfRoomBelowHardLimit() {
        int near = 2_000 - 2 * SMALLEST;
        assertThat(BUDGET.stateRoom(near)).isEqualTo(SMALLEST);
        assertThat(BUDGET.stateRoom(near + 1)).isEqualTo((3_000 - near - 1) / 2);
        assertThat(BUDGET.stateRoom(2_200)).isEqualTo(400);
    }

    @Test
    void stateBelowSmallestSizeHasNoRoom() {
        int full = 3_000 - 2 * SMALLEST;
        assertThat(BUDGET.stateRoom(full)).isEqualTo(SMALLEST);
        assertThat(BUDGET.stateRoom(full + 2)).isZero();
        assertThat(BUDGET.stateRoom(9_000)).isZero();
    }
}
