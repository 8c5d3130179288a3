package io.github.sessioncompression.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

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
        assertThat(options.cooldown()).isEqualTo(Duration.ofSeconds(60));
        assertThat(options.contextWindow()).isZero();
        assertThat(ModelOptions.forChat(options, 9_000).contextWindow()).isEqualTo(9_000);
        assertThat(ModelOptions.forChat(options, 1_000_000).contextWindow()).isEqualTo(128_000);
        assertThat(ModelOptions.forChat(options, 4_000).contextWindow()).isEqualTo(4_000);
        assertThat(ModelOptions.forChat(options, 256).contextWindow()).isEqualTo(1_000);
        assertThat(ModelOptions.forChat(options.withContextWindow(3_000), 8_000).contextWindow())
                .isEqualTo(3_000);
        assertThat(options.maxOutputTokens()).isZero();
        assertThat(options.maxSteps()).isEqualTo(16);
        assertThat(options.resultCodePoints()).isEqualTo(4_000);
        assertThat(options.uncutTools()).isEmpty();
        assertThat(options.prompts()).isEqualTo(Prompts.bundled());
    }

    @Test
    void changesOnlyWhatItIsTold() {
        ModelOptions options = ModelOptions.defaults()
                .withTimeout(Duration.ofSeconds(9))
                .withDeadline(Duration.ofSeconds(8))
                .withRetries(7)
                .withBackoff(Duration.ofSeconds(6))
                .withBreakerThreshold(4)
                .withCooldown(Duration.ofSeconds(3))
                .withContextWindow(2_000)
                .withMaxOutputTokens(100)
                .withMaxSteps(10)
                .withResultCodePoints(120)
                .withUncutTools(Set.of("read_book"))
                .withPrompts(Prompts.bundled().withInitial("own"));

        assertThat(options.timeout()).isEqualTo(Duration.ofSeconds(9));
        assertThat(options.deadline()).isEqualTo(Duration.ofSeconds(8));
        assertThat(options.retries()).isEqualTo(7);
        assertThat(options.backoff()).isEqualTo(Duration.ofSeconds(6));
        assertThat(options.breakerThreshold()).isEqualTo(4);
        assertThat(options.cooldown()).isEqualTo(Duration.ofSeconds(3));
        assertThat(options.contextWindow()).isEqualTo(2_000);
        assertThat(options.maxOutputTokens()).isEqualTo(100);
        assertThat(options.maxSteps()).isEqualTo(10);
        assertThat(options.resultCodePoints()).isEqualTo(120);
        assertThat(options.uncutTools()).containsExactly("read_book");
        assertThat(options.prompts().initial()).isEqualTo("own");
        assertThat(ModelOptions.defaults().retries()).isEqualTo(2);
    }

    @Test
    void areEqualWhereEveryValueIs() {
        ModelOptions options = ModelOptions.defaults().withRetries(3);

        assertThat(options)
                .isEqualTo(ModelOptions.defaults().withRetries(3))
                .hasSameHashCodeAs(ModelOptions.defaults().withRetries(3))
                .isNotEqualTo(ModelOptions.defaults())
                .isNotEqualTo(options.withUncutTools(Set.of("read_book")))
                .isNotEqualTo("options");
        assertThat(options.hashCode()).isNotEqualTo(ModelOptions.defaults().hashCode());
    }

    @Test
    void tellTheirValuesButNoPrompt() {
        assertThat(ModelOptions.defaults().withRetries(3).toString())
                .startsWith("ModelOptions")
                .contains("retries=3", "timeout=PT1M", "prompts=bundled");
        assertThat(ModelOptions.defaults()
                        .withPrompts(Prompts.bundled().withInitial("my own words"))
                        .toString())
                .contains("prompts=own")
                .doesNotContain("my own words");
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
                bad("deadline", "PT-1S", o -> o.withDeadline(Duration.ofSeconds(-1))),
                bad("retries", "-1", o -> o.withRetries(-1)),
                bad("retries", "11", o -> o.withRetries(11)),
                bad("backoff", "PT0S", o -> o.withBackoff(Duration.ZERO)),
                bad("breakerThreshold", "0", o -> o.withBreakerThreshold(0)),
                bad("cooldown", "PT0S", o -> o.withCooldown(Duration.ZERO)),
                bad("contextWindow", "999", o -> o.withContextWindow(999)),
                bad("maxOutputTokens", "-1", o -> o.withMaxOutputTokens(-1)),
                bad("maxSteps", "0", o -> o.withMaxSteps(0)),
                bad("resultCodePoints", "99", o -> o.withResultCodePoints(99)));
    }

    private static Arguments bad(String name, String value, UnaryOperator<ModelOptions> change) {
        return Arguments.of(name, value, change);
    }
}
