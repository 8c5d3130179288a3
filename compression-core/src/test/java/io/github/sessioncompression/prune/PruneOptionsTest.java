package io.github.sessioncompression.prune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.github.sessioncompression.prune.PruneOptions.Pruning;
import io.github.sessioncompression.prune.PruneOptions.ToolPolicy;
import org.junit.jupiter.api.Test;

class PruneOptionsTest {
    private static final PruneOptions DEFAULTS = PruneOptions.defaults();

    @Test
    void hasTheDefaultsItDocuments() {
        assertThat(DEFAULTS.pruning()).isEqualTo(Pruning.AUTO);
        assertThat(DEFAULTS.minContextTokens()).isEqualTo(20_000);
        assertThat(DEFAULTS.protectTokens()).isEqualTo(40_000);
        assertThat(DEFAULTS.minSavingsTokens()).isEqualTo(40_000);
        assertThat(DEFAULTS.keepLastTurns()).isEqualTo(1);
        assertThat(DEFAULTS.maxResultTokens()).isZero();
        assertThat(DEFAULTS.policyFor("anything")).isEqualTo(ToolPolicy.PRUNE);
        assertThat(DEFAULTS.summarizedTools()).isEmpty();
    }

    @Test
    void savesAsMuchAsItProtectsUnlessSet() {
        PruneOptions protecting = DEFAULTS.withProtectTokens(7_000);

        assertThat(protecting.minSavingsTokens()).isEqualTo(7_000);
        assertThat(protecting.withMinSavingsTokens(5).minSavingsTokens()).isEqualTo(5);
        assertThat(protecting.withMinSavingsTokens(5).withProtectTokens(9).minSavingsTokens())
                .isEqualTo(5);
    }

    @Test
    void protectsQuarterOfTriggerUnlessSet() {
        PruneOptions early = DEFAULTS.withTriggerTokens(8_000);

        assertThat(early.protectTokens()).isEqualTo(2_000);
        assertThat(early.minSavingsTokens()).isEqualTo(2_000);
        assertThat(early.minContextTokens()).isZero();
        assertThat(early.withProtectTokens(9).withMinContextTokens(7).protectTokens())
                .isEqualTo(9);
        assertThat(DEFAULTS.withTriggerTokens(1_000_000).protectTokens()).isEqualTo(DEFAULTS.protectTokens());
    }

    @Test
    void rejectsValuesOutOfRange() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DEFAULTS.withMinSavingsTokens(-3))
                .withMessage("minSavingsTokens must be 0 to 2147483647, but was -3");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DEFAULTS.withKeepLastTurns(-4))
                .withMessage("keepLastTurns must be 0 to 2147483647, but was -4");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DEFAULTS.withMaxResultTokens(99))
                .withMessage("maxResultTokens must be 0 (half of the window) or 100 to 2147483647, but was 99");
        assertThatIllegalArgumentException().isThrownBy(() -> DEFAULTS.withTool(" ", ToolPolicy.KEEP));
    }

    @Test
    @SuppressWarnings("NullAway") // what a caller without null checks does
    void namesANullToolAndANullPolicy() {
        assertThatNullPointerException()
                .isThrownBy(() -> DEFAULTS.withTool(null, ToolPolicy.KEEP))
                .withMessage("toolName");
        assertThatNullPointerException()
                .isThrownBy(() -> DEFAULTS.withTool("grep", null))
                .withMessage("policy");
    }

    @Test
    void comparesToolsRegardlessOfOrder() {
        PruneOptions one = DEFAULTS.withTool("a", ToolPolicy.KEEP).withTool("b", ToolPolicy.SUMMARIZE);
        PruneOptions other = DEFAULTS.withTool("b", ToolPolicy.SUMMARIZE).withTool("a", ToolPolicy.KEEP);

        assertThat(one).isEqualTo(other).hasSameHashCodeAs(other).isNotEqualTo(DEFAULTS);
        assertThat(one.tools()).isUnmodifiable();
        assertThat(one.summarizedTools()).containsExactly("b");
    }
}
