package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.state.StateShares;
import io.github.sessioncompression.store.Accounting.Coverage;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutcomeTest {
    @Test
    void eachHasTheOneWordOfItsOwnCase() {
        List<Outcome> outcomes = List.of(
                new Outcome.Unchanged(Outcome.Unchanged.Why.NOT_NEEDED),
                new Outcome.Pruned(1, 900, 800),
                new Outcome.Compressed(
                        Outcome.Compressed.By.OFFLINE, 4, 4, 900, 800, new Coverage(1, 1, 1, 0, 0), StateShares.NONE),
                new Outcome.Bridged(4, 900, 800),
                new Outcome.Condensed(900, 800),
                new Outcome.Truncated(4, 900, 800),
                new Outcome.OverBudget(900, 800),
                new Outcome.Failed("TIMED_OUT"));

        assertThat(outcomes)
                .extracting(Outcome::label)
                .containsExactly(
                        "unchanged",
                        "pruned",
                        "compressed",
                        "bridged",
                        "condensed",
                        "truncated",
                        "over-budget",
                        "failed");
    }
}
