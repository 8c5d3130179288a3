package io.github.sessioncompression.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.sessioncompression.token.ModelRegistry;
import io.github.sessioncompression.token.ModelRegistry.ModelLimits;
import java.time.Duration;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

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
    void witherChangesOnlyItsValue() {
        ModelOptions options = ModelOptions.defaults()
                .withTimeout(Duration.ofSeconds(9))
                .withRetries(7)
                .withBackoff(Duration.ofSeconds(6))
                .withBreakerThreshold(4)
                .withContextWindow(2_000)
                .withMaxOutputTokens(100)
                .withUncutTools(Set.of("read_book"))
                .withInitialPrompt("own")
                .withMergePrompt("mine");

        assertThat(options.timeout()).isEqualTo(Duration.ofSeconds(9));
        assertThat(options.deadline()).isEqualTo(Duration.ofSeconds(27));
        assertThat(options.retries()).isEqualTo(7);
        assertThat(options.backoff()).isEqualTo(Duration.ofSeconds(6));
        assertThat(options.breakerThreshold()).isEqualTo(4);
        assertThat(options.contextWindow()).isEqualTo(2_000);
        assertThat(options.maxOutputTokens()).isEqualTo(100);
        assertThat(options.uncutTools()).containsExactly("read_book");
        assertThat(options.initialPrompt()).hasValue("own");
        assertThat(options.mergePrompt()).hasValue("mine");
        assertThat(ModelOptions.defaults().retries()).isEqualTo(2);
    }

    @Test
    void equalsComparesEveryValue() {
        ModelOptions options = ModelOptions.defaults().withRetries(3);

        assertThat(options)
                .isEqualTo(ModelOptions.defaults().withRetries(3))
                .hasSameHashCodeAs(ModelOptions.defaults().withRetries(3))
                .isNotEqualTo(ModelOptions.defaults())
                .isNotEqualTo(options.withUncutTools(Set.of("read_book")))
                .isNotEqualTo("options");
        assertThat(options.hashCode()).isNotEqualTo(ModelOptions.defaults().hashCode());
    }

    @ParameterizedTest
    @MethodSource("badValues")
    void namesValueAndBounds(String name, String value, UnaryOperator<ModelOptions> change) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> change.apply(ModelOptions.defaults()))
                .withMessageMatching(name + " must be (0 \\(.*\\) or )?\\S+ to \\S+, but was " + value);
    }

    static Stream<Arguments> badValues() {
        return Stream.of(
                bad("timeout", "PT0S", o -> o.withTimeout(Duration.ZERO)),
                bad("timeout", "PT2H", o -> o.withTimeout(Duration.ofHours(2))),
                bad("retries", "-1", o -> o.withRetries(-1)),
                bad("retries", "11", o -> o.withRetries(11)),
                bad("backoff", "PT0S", o -> o.withBackoff(Duration.ZERO)),
                bad("breakerThreshold", "0", o -> o.withBreakerThreshold(0)),
                bad("contextWindow", "999", o -> o.withContextWindow(999)),
                bad("maxOutputTokens", "-1", o -> o.withMaxOutputTokens(-1)));
    }

    private static Arguments bad(String name, String value, UnaryOperator<ModelOptions> change) {
        return Arguments.of(name, value, change);
    }
}
