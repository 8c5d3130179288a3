package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.state.StateShares;
import io.github.sessioncompression.store.Accounting.Coverage;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutcomeRankTest {
    private static final Outcome UNCHANGED = new Outcome.Unchanged(Outcome.Unchanged.Why.NOT_NEEDED);
    private static final Outcome FAILED = new Outcome.Failed("TIMED_OUT");
    private static final Outcome PRUNED = new Outcome.Pruned(1, 900, 800);
    private static final Outcome CONDENSED = new Outcome.Condensed(900, 800);
    private static final Outcome BRIDGED = new Outcome.Bridged(4, 900, 800);
    private static final Outcome COMPRESSED =
            new Outcome.Compressed(Outcome.Compressed.By.OFFLINE, 4, 4, 900, 800, Coverage.NONE, StateShares.NONE);
    private static final Outcome TRUNCATED = new Outcome.Truncated(2, 900, 800);
    private static final Outcome OVER_BUDGET = new Outcome.OverBudget(900, 800);

    @Test
    void prefersLargerChangeOfContext() {
        List<Outcome> rising = List.of(UNCHANGED, FAILED, PRUNED, CONDENSED, BRIDGED, TRUNCATED, OVER_BUDGET);
        for (int less = 0; less < rising.size(); less++) {
            for (int more = less + 1; more < rising.size(); more++) {
                assertThat(ViewAccount.moreTelling(rising.get(less), rising.get(more)))
                        .isSameAs(rising.get(more));
                assertThat(ViewAccount.moreTelling(rising.get(more), rising.get(less)))
                        .isSameAs(rising.get(more));
            }
        }
    }

    @Test
    void tellsTheLaterOfEquals() {
        Outcome later = new Outcome.Pruned(3, 800, 700);

        assertThat(ViewAccount.moreTelling(PRUNED, later)).isSameAs(later);
    }

    @Test
    void laterOfCompressedAndBridgedWins() {
        assertThat(ViewAccount.moreTelling(BRIDGED, COMPRESSED)).isSameAs(COMPRESSED);
        assertThat(ViewAccount.moreTelling(COMPRESSED, BRIDGED)).isSameAs(BRIDGED);
    }
}
