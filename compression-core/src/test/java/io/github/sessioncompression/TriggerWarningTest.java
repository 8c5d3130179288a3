package io.github.sessioncompression;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.log.TriggerWarning;
import org.junit.jupiter.api.Test;

class TriggerWarningTest {
    private final TriggerWarning warning = new TriggerWarning();

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
    void staysSilentAboveTrigger() {
        assertThat(warning.due(1_001, 1_000)).isFalse();
    }
}
