package io.github.sessioncompression.token;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.token.ContextMeter.KnownModels;
import org.junit.jupiter.api.Test;

class KnownModelsTest {
    private final KnownModels models = new KnownModels();

    @Test
    void unknownModelHasNoLimitAndNoCalibration() {
        assertThat(models.window("m")).isEqualTo(Integer.MAX_VALUE);
        assertThat(models.calibration("m")).isEqualTo(Calibration.NONE);
    }

    @Test
    void takesLimitReportedByModel() {
        assertThat(models.refused("m", 8_000, 9_500)).isTrue();
        assertThat(models.window("m")).isEqualTo(8_000);
        assertThat(models.window("another")).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void refusalWithoutLimitReducesWindowByTenPercent() {
        assertThat(models.refused("m", 0, 10_000)).isTrue();
        assertThat(models.window("m")).isEqualTo(9_000);
    }

    @Test
    void learnsOnlyFromRefusalBelowKnownLimit() {
        models.refused("m", 8_000, 9_500);

        assertThat(models.refused("m", 8_000, 9_500)).isFalse();
        assertThat(models.refused("m", 8_001, 9_500)).isFalse();
        assertThat(models.window("m")).isEqualTo(8_000);
        assertThat(models.refused("m", 7_999, 9_500)).isTrue();
        assertThat(models.window("m")).isEqualTo(7_999);
    }

    @Test
    void acceptedRequestRaisesLearnedLimit() {
        models.took("m", 20_000);
        assertThat(models.window("m")).isEqualTo(Integer.MAX_VALUE);
        models.refused("m", 8_000, 9_500);

        models.took("m", 7_000);
        assertThat(models.window("m")).isEqualTo(8_000);
        models.took("m", 8_500);
        assertThat(models.window("m")).isEqualTo(8_500);
    }

    @Test
    void keepWindowAndCountsOfAModelApart() {
        Calibration learned = Calibration.NONE.observe(1_000, 1_300).observe(2_000, 2_600);
        models.refused("m", 8_000, 9_500);

        models.counts("m", learned);
        assertThat(models.window("m")).isEqualTo(8_000);
        assertThat(models.calibration("m").slope()).isEqualTo(learned.slope());
        assertThat(models.calibration("m").isObserved())
                .isEqualTo(learned.forAnotherChat().isObserved());

        models.refused("m", 7_000, 9_500);
        models.took("m", 7_500);
        assertThat(models.calibration("m").slope()).isEqualTo(learned.slope());
        models.counts("new", learned);
        assertThat(models.window("new")).isEqualTo(Integer.MAX_VALUE);
    }
}
