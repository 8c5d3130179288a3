package io.github.sessioncompression.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.model.ModelOptions.FailurePolicy;
import io.github.sessioncompression.prune.PruneOptions;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.token.ModelRegistry;
import io.github.sessioncompression.token.ModelRegistry.ModelLimits;
import io.github.sessioncompression.token.TokenOptions;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CompressionPolicyTest {
    private static final CompressionPolicy DEFAULTS = CompressionPolicy.defaults();

    @Test
    void theDefaultsAreTheDesigns() {
        assertThat(DEFAULTS.enabled()).isTrue();
        assertThat(DEFAULTS.contextWindow()).isZero();
        assertThat(DEFAULTS.modelName()).isEmpty();
        assertThat(DEFAULTS.reservedOutputTokens()).isZero();
        assertThat(DEFAULTS.triggerRatio()).isEqualTo(0.90);
        assertThat(DEFAULTS.targetRatio()).isEqualTo(0.62);
        assertThat(DEFAULTS.hardLimitRatio()).isEqualTo(0.95);
        assertThat(DEFAULTS.execution()).isEqualTo(Execution.AUTO);
        assertThat(DEFAULTS.triggerPoints())
                .containsExactlyElementsOf(EnumSet.complementOf(EnumSet.of(TriggerPoint.IDLE)));
        assertThat(DEFAULTS.keepRecent()).isSameAs(KeepRecent.targetRatio());
        assertThat(DEFAULTS.failure()).isEqualTo(FailurePolicy.OFFLINE);
        assertThat(DEFAULTS.state()).isSameAs(StateOptions.defaults());
        assertThat(DEFAULTS.prune()).isSameAs(PruneOptions.defaults());
        assertThat(DEFAULTS.tokens()).isSameAs(TokenOptions.defaults());
        assertThat(DEFAULTS.model()).isSameAs(ModelOptions.defaults());
        assertThat(DEFAULTS.prune().minContextTokens()).isEqualTo(20_000);
        assertThat(DEFAULTS.prune().protectTokens()).isEqualTo(40_000);
    }

    @Test
    void cappedTriggerShrinksTargetToTheSamePart() {
        CompressionPolicy policy = CompressionPolicy.forWindow(1_000_000).withTriggerMaxTokens(140_000);

        assertThat(policy.triggerTokens()).isEqualTo(140_000);
        assertThat(policy.targetTokens()).isEqualTo(96_444);
        assertThat(policy.hardLimitTokens()).isEqualTo(950_000);
        assertThat(policy.withTriggerMaxTokens(950_000).triggerTokens()).isEqualTo(900_000);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> policy.withTriggerMaxTokens(255))
                .withMessageContaining("triggerMaxTokens");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> policy.withKeepRecent(KeepRecent.tokens(140_000)))
                .withMessageContaining("140000 tokens, or nothing would ever be compressed");
    }

    @Test
    void sizesAreSharesOfTheWindowWithoutTheReservedOutput() {
        CompressionPolicy policy = CompressionPolicy.forWindow(128_000).withReservedOutputTokens(28_000);

        assertThat(policy.requireContextWindow()).isEqualTo(128_000);
        assertThat(policy.baseTokens()).isEqualTo(100_000);
        assertThat(policy.triggerTokens()).isEqualTo(90_000);
        assertThat(policy.targetTokens()).isEqualTo(62_000);
        assertThat(policy.hardLimitTokens()).isEqualTo(95_000);
    }

    @Test
    void sizesDoNotOverflowInTheLargestWindow() {
        CompressionPolicy policy = CompressionPolicy.forWindow(1_000_000_000).withRatios(0.5, 1, 1);

        assertThat(policy.triggerTokens()).isEqualTo(1_000_000_000);
        assertThat(policy.stateMaxTokens()).isEqualTo(16_000);
    }

    @ParameterizedTest
    @CsvSource({"1200, 744", "8000, 4960", "16000, 9920", "25000, 15500", "128000, 16000", "1000000, 16000"})
    void derivesTheStatesCapFromTheWindow(int window, int cap) {
        assertThat(CompressionPolicy.forWindow(window).stateMaxTokens()).isEqualTo(cap);
    }

    @Test
    void usesConfiguredStateCap() {
        CompressionPolicy policy = CompressionPolicy.forWindow(128_000)
                .withState(StateOptions.defaults().withMaxTokens(1_500));

        assertThat(policy.stateMaxTokens()).isEqualTo(1_500);
    }

    @Test
    void theWindowOfAKnownModelNeedNotBeSet() {
        assertThat(DEFAULTS.withModelName("gpt-4o-2024-08-06").contextWindow()).isEqualTo(128_000);
        assertThat(DEFAULTS.withModelName("gpt-4o").requireContextWindow()).isEqualTo(128_000);
    }

    @Test
    void configuredWindowOverridesModelWindow() {
        assertThat(DEFAULTS.withModelName("gpt-4o").withContextWindow(64_000).contextWindow())
                .isEqualTo(64_000);
    }

    @ParameterizedTest
    @CsvSource({
        // limit of the model, then the cap, then a quarter of the window
        "gpt-4o,            0,      128000,  16384",
        "gpt-3.5-turbo,     0,      16385,   4096",
        "gpt-5,             0,      400000,  32000",
        "claude-sonnet-4-5, 0,      200000,  32000",
        "claude-opus-4-1,   0,      200000,  32000",
        "gpt-4,             0,      8192,    2048",
        "gpt-4o,            8000,   8000,    2000",
        "gpt-4o,            65536,  65536,   16384",
        "gpt-4o,            65535,  65535,   16383",
        // without a limit of its own
        "llama3,            0,      8192,    2048",
        "mistral-large,     0,      131072,  32000",
        "gpt-4o,            256,    256,     64",
        // not known
        "my-own-llm,        128000, 128000,  0"
    })
    void theAnswersShareFollowsFromTheModel(String model, int set, int window, int reserved) {
        CompressionPolicy policy = set == 0 ? DEFAULTS : CompressionPolicy.forWindow(set);
        policy = policy.withModelName(model);

        assertThat(policy.contextWindow()).isEqualTo(window);
        assertThat(policy.reservedOutputTokens()).isEqualTo(reserved);
        assertThat(policy.baseTokens()).isEqualTo(window - reserved);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 64_000})
    void configuredReserveOverridesModel(int reserved) {
        CompressionPolicy policy = DEFAULTS.withReservedOutputTokens(reserved).withModelName("gpt-4o");

        assertThat(policy.reservedOutputTokens()).isEqualTo(reserved);
        assertThat(policy.baseTokens()).isEqualTo(128_000 - reserved);
        assertThat(CompressionPolicy.of(policy.toProperties())).isEqualTo(policy);
    }

    @Test
    void withoutAModelNothingIsReserved() {
        CompressionPolicy policy = CompressionPolicy.forWindow(4_000);

        assertThat(policy.reservedOutputTokens()).isZero();
        assertThat(policy.baseTokens()).isEqualTo(4_000);
        assertThat(policy.toProperties()).doesNotContainKey("session-compression.reserved-output-tokens");
    }

    @Test
    void limitsOfModelsCanBeGivenInCode() {
        ModelRegistry limits = ModelRegistry.bundled().with("my-own-llm", new ModelLimits(40_000, 3_000));
        CompressionPolicy policy = DEFAULTS.withModelLimits(limits).withModelName("my-own-llm");

        assertThat(policy.contextWindow()).isEqualTo(40_000);
        assertThat(policy.reservedOutputTokens()).isEqualTo(3_000);
        assertThat(DEFAULTS.withModelName("my-own-llm").withModelLimits(limits)).isEqualTo(policy);
    }

    @Test
    void aMissingWindowIsReportedWhenItIsNeeded() {
        assertThatIllegalStateException()
                .isThrownBy(DEFAULTS::requireContextWindow)
                .withMessage(
                        "session-compression.context-window is not set, nor is session-compression.model-name: set the"
                                + " context window of the chat model in tokens, 256 to 1000000000");
        assertThatIllegalStateException().isThrownBy(DEFAULTS::triggerTokens);
        assertThatIllegalStateException().isThrownBy(DEFAULTS::stateMaxTokens);
    }

    @Test
    void anUnknownModelIsReportedByItsName() {
        assertThatIllegalStateException()
                .isThrownBy(() -> DEFAULTS.withModelName("my-own-llm").baseTokens())
                .withMessageStartingWith("session-compression.context-window is not set, and"
                        + " session-compression.model-name=my-own-llm is not a known model")
                .withMessageEndingWith("set the context window of the chat model in tokens, 256 to 1000000000");
    }

    @Test
    void refusesToReserveTheWholeWindow() {
        assertThat(CompressionPolicy.forWindow(4_000)
                        .withReservedOutputTokens(3_999)
                        .baseTokens())
                .isEqualTo(1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CompressionPolicy.forWindow(4_000).withReservedOutputTokens(4_000))
                .withMessage("session-compression.reserved-output-tokens=4000 must be below the context window of 4000"
                        + " tokens");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DEFAULTS.withReservedOutputTokens(200_000).withModelName("gpt-4o"));
    }

    @Test
    void refusesAStateLargerThanTheWindow() {
        CompressionPolicy small = CompressionPolicy.forWindow(4_000).withReservedOutputTokens(1_000);

        assertThat(small.withState(StateOptions.defaults().withMaxTokens(3_000)).stateMaxTokens())
                .isEqualTo(3_000);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> small.withState(StateOptions.defaults().withMaxTokens(3_001)))
                .withMessage(
                        "session-compression.state.max-tokens=3001 must not be above the context window without the"
                                + " reserved output, 3000 tokens");
    }

    @Test
    void rejectsKeepRecentPreventingCompression() {
        CompressionPolicy small = CompressionPolicy.forWindow(10_000);

        assertThat(small.withKeepRecent(KeepRecent.tokens(8_999)).keepRecent().amount())
                .isEqualTo(8_999);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> small.withKeepRecent(KeepRecent.tokens(9_000)))
                .withMessageStartingWith("session-compression.keep-recent=9000 tokens must be below");
    }

    @Test
    void laterChangesToTheGivenTriggerPointsDoNotReachThePolicy() {
        Set<TriggerPoint> given = EnumSet.of(TriggerPoint.BEFORE_CALL);
        CompressionPolicy policy = DEFAULTS.withTriggerPoints(given);

        given.clear();

        assertThat(policy.triggerPoints())
                .containsExactly(TriggerPoint.BEFORE_CALL)
                .isUnmodifiable();
    }

    @Test
    void saysHowItDiffersFromTheDefaults() {
        assertThat(CompressionPolicy.forWindow(4_000).withExecution(Execution.SYNC))
                .hasToString("CompressionPolicy{session-compression.context-window=4000,"
                        + " session-compression.execution=sync}");
    }
}
