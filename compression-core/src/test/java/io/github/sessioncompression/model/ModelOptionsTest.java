package io.github.sessioncompression.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.sessioncompression.token.ModelRegistry;
import io.github.sessioncompression.token.ModelRegistry.ModelLimits;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ModelOptionsTest {
    @Test
    void hasTheDocumentedDefaults() {
        ModelOptions options = ModelOptions.defaults();

        assertThat(options.timeout()).isEqualTo(Duration.ofSeconds(60));
        assertThat(options.deadline()).isEqualTo(Duration.ofMinutes(3));
        assertThat(options.retries()).isEqualTo(2);
        assertThat(options.backoff()).isEqualTo(Duration.ofSeconds(1));
        assertThat(options.breakerThreshold()).isEqualTo(5);
        assertThat(options.contextWindow()).isZero();
        assertThat(options.maxOutputTokens()).isZero();
        assertThat(options.uncutTools()).isEmpty();
        assertThat(options.initialPrompt()).isEmpty();
        assertThat(options.mergePrompt()).isEmpty();
    }

    @Test
    void takesWindowFromModelNameUnlessSet() {
        ModelRegistry models = ModelRegistry.bundled().with("tiny-compressor", new ModelLimits(500, 0));
        ModelOptions options = ModelOptions.defaults();

        assertThat(options.withLimitsOf("gpt-4o", models).contextWindow()).isEqualTo(128_000);
        assertThat(options.withLimitsOf("tiny-compressor", models).contextWindow())
                .isEqualTo(1_000);
        assertThat(options.withLimitsOf("nobody-knows-it", models)).isEqualTo(options);
        assertThat(options.withLimitsOf("", models)).isEqualTo(options);
        assertThat(options.withContextWindow(3_000)
                        .withLimitsOf("gpt-4o", models)
                        .contextWindow())
                .isEqualTo(3_000);
    }

    @Test
    void takesOutputLimitFromModelName() {
        ModelRegistry models = ModelRegistry.bundled();

        assertThat(ModelOptions.defaults().withLimitsOf("gpt-4o-mini", models).outputOfModel())
                .isEqualTo(16_384);
        assertThat(ModelOptions.defaults()
                        .withContextWindow(3_000)
                        .withLimitsOf("gpt-4o-mini", models)
                        .outputOfModel())
                .isEqualTo(16_384);
        assertThat(ModelOptions.defaults()
                        .withLimitsOf("nobody-knows-it", models)
                        .outputOfModel())
                .isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void refusesNoPauseAndNoFailure() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ModelOptions.defaults().withBackoff(Duration.ZERO))
                .withMessage("backoff must be PT0.001S to PT10M, but was PT0S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ModelOptions.defaults().withBreakerThreshold(0))
                .withMessage("breakerThreshold must be 1 to 1000, but was 0");
    }
}
