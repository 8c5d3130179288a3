package io.github.sessioncompression.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class CalibrationTest {
    @Test
    void movesAFifthOfTheWay() {
        assertThat(Calibration.NONE.observe(1_000, 1_500).factor()).isCloseTo(1.1, within(1e-9));
    }

    @Test
    void learnsAConstantDeviation() {
        Calibration calibration = Calibration.NONE;
        for (int i = 0; i < 30; i++) {
            calibration = calibration.observe(1_000, 1_300);
        }
        assertThat(calibration.factor()).isCloseTo(1.3, within(0.001));
    }

    @Test
    void ignoresWhatWasNotReported() {
        Calibration calibration = Calibration.NONE.observe(1_000, 1_500);
        assertThat(calibration.observe(1_000, 0)).isSameAs(calibration);
        assertThat(calibration.observe(1_000, -5)).isSameAs(calibration);
        assertThat(calibration.observe(0, 1_000)).isSameAs(calibration);
    }

    @Test
    void staysWithinItsBounds() {
        Calibration up = Calibration.NONE;
        Calibration down = Calibration.NONE;
        assertThat(up.observe(1, Long.MAX_VALUE).factor()).isCloseTo(1.2, within(1e-9));
        for (int i = 0; i < 200; i++) {
            up = up.observe(1, Long.MAX_VALUE);
            down = down.observe(Long.MAX_VALUE, 1);
        }
        assertThat(up.factor()).isBetween(1.99, 2.0);
        assertThat(down.factor()).isBetween(0.5, 0.51);
    }

    @Test
    void refusesAFactorOutOfRange() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Calibration(3))
                .withMessage("factor must be 0.5 to 2.0, but was 3.0");
    }
}
