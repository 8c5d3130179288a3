package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.store.CompressionRecord.Coverage;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutcomeTest {
    /** Names the method that it is called by. */
    private static final class Names implements Outcome.Visitor<String> {
        @Override
        public String unchanged(Outcome.Unchanged outcome) {
            return "unchanged";
        }

        @Override
        public String pruned(Outcome.Pruned outcome) {
            return "pruned";
        }

        @Override
        public String compressed(Outcome.Compressed outcome) {
            return "compressed";
        }

        @Override
        public String bridged(Outcome.Bridged outcome) {
            return "bridged";
        }

        @Override
        public String condensed(Outcome.Condensed outcome) {
            return "condensed";
        }

        @Override
        public String truncated(Outcome.Truncated outcome) {
            return "truncated";
        }

        @Override
        public String overBudget(Outcome.OverBudget outcome) {
            return "over-budget";
        }

        @Override
        public String failed(Outcome.Failed outcome) {
            return "failed";
        }
    }

    @Test
    void eachHasTheOneWordOfItsOwnCase() {
        List<Outcome> outcomes = List.of(
                new Outcome.Unchanged(Outcome.Unchanged.Why.NOT_NEEDED),
                new Outcome.Pruned(1, 900, 800),
                new Outcome.Compressed(Outcome.Compressed.By.OFFLINE, 4, 4, 900, 800, new Coverage(1, 1, 1, 0, 0)),
                new Outcome.Bridged(4, 900, 800),
                new Outcome.Condensed(900, 800),
                new Outcome.Truncated(4, 900, 800),
                new Outcome.OverBudget(900, 800),
                new Outcome.Failed("TIMED_OUT"));

        assertThat(outcomes).allSatisfy(outcome -> assertThat(outcome.label()).isEqualTo(outcome.accept(new Names())));
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
