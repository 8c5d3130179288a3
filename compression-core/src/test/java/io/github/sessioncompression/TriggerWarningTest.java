package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.Log.WarningThrottle.TriggerWarning;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TriggerWarningTest {
    private final TriggerWarning warning = TriggerWarning.at(0.8);

    @Test
    void warnsOnceWhenTheContextReachesTheMark() {
        assertThat(warning.due(799, 1_000)).isFalse();
        assertThat(warning.due(800, 1_000)).isTrue();
        assertThat(warning.due(900, 1_000)).isFalse();
    }

    @Test
    void warnsAgainAfterTheContextWasBelowTheMark() {
        assertThat(warning.due(850, 1_000)).isTrue();
        assertThat(warning.due(400, 1_000)).isFalse();
        assertThat(warning.due(850, 1_000)).isTrue();
    }

    @Test
    void keepsSilentRightAfterACompression() {
        warning.compressed();

        assertThat(warning.due(850, 1_000)).isFalse();
        assertThat(warning.due(950, 1_000)).isFalse();
        assertThat(warning.due(500, 1_000)).isFalse();
        assertThat(warning.due(850, 1_000)).isTrue();
    }

    @Test
    void keepsSilentAboveTheTriggerWhereThereIsNothingToWarnOf() {
        assertThat(warning.due(1_001, 1_000)).isFalse();
    }

    @Test
    void canBeGivenAtTheTriggerItself() {
        assertThat(TriggerWarning.at(1).due(999, 1_000)).isFalse();
        assertThat(TriggerWarning.at(1).due(1_000, 1_000)).isTrue();
    }

    @Test
    void canBeSwitchedOff() {
        assertThat(TriggerWarning.at(0).due(1_000, 1_000)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.1, 1.1, 80, Double.NaN})
    void refusesAShareThatIsNone(double share) {
        assertThatThrownBy(() -> TriggerWarning.at(share))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("share must be from 0 to 1, but was " + share);
    }
}
