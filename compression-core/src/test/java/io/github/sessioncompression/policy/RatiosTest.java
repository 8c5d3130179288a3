package io.github.sessioncompression.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The three ratios of a policy, together. */
class RatiosTest {
    @ParameterizedTest
    @CsvSource({"0.70, 0.70, 0.85", "0.80, 0.70, 0.85", "0.40, 0.90, 0.85"})
    void refusesRatiosInTheWrongOrder(double target, double trigger, double hardLimit) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CompressionPolicy.defaults().withRatios(target, trigger, hardLimit))
                .withMessageContaining("session-compression.trigger-ratio=" + trigger);
    }

    @Test
    void triggerAndHardLimitMayBeTheSame() {
        assertThat(CompressionPolicy.defaults().withRatios(0.4, 1, 1).triggerRatio())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "hard-limit-ratio, 0.85, 0.557175, 0.8075, 0.85",
        "hard-limit-ratio, 0.02, 0.01311, 0.019, 0.02",
        "hard-limit-ratio, 1, 0.62, 0.9, 1",
        "trigger-ratio, 0.97, 0.62, 0.97, 0.97",
        "trigger-ratio, 0.7, 0.483, 0.7, 0.95",
        "target-ratio, 0.89, 0.89, 0.9, 0.95"
    })
    void unsetRatiosFitTheOneThatIsSet(String key, String value, double target, double trigger, double hardLimit) {
        Properties properties = new Properties();
        properties.setProperty("session-compression." + key, value);

        assertThat(CompressionPolicy.of(properties))
                .extracting(PolicyValues::targetRatio, PolicyValues::triggerRatio, PolicyValues::hardLimitRatio)
                .containsExactly(target, trigger, hardLimit);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -0.1, 1.01, 95, Double.NaN, Double.POSITIVE_INFINITY})
    void rejectsInvalidRatios(double ratio) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CompressionPolicy.defaults().withTriggerRatio(ratio))
                .withMessage("triggerRatio must be above 0 and up to 1, but was " + ratio);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CompressionPolicy.defaults().withTargetRatio(ratio));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CompressionPolicy.defaults().withHardLimitRatio(ratio));
    }
}
