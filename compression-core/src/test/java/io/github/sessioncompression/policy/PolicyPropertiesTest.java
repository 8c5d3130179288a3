package io.github.sessioncompression.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.sessioncompression.model.ModelOptions.FailurePolicy;
import io.github.sessioncompression.prune.PruneOptions.Pruning;
import io.github.sessioncompression.prune.PruneOptions.ToolPolicy;
import io.github.sessioncompression.state.StateOptions.Injection;
import io.github.sessioncompression.state.StateOptions.StateMode;
import io.github.sessioncompression.token.TokenOptions;
import java.time.Duration;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyPropertiesTest {
    @Test
    void readsSettingsOfEveryKind() {
        CompressionPolicy policy = read(
                "context-window", "200000",
                "trigger-ratio", "0.80",
                "execution", "sync",
                "trigger-points", "before-call, mid-turn",
                "keep-recent", "12 messages",
                "failure", "truncate",
                "state.max-tokens", "1500",
                "state.mode", "off",
                "injection", "assistant",
                "prune.protect-tokens", "30000",
                "prune.tools.read_file", "keep",
                "prune.tools.com.example.Search", "summarize",
                "tokens.source", "provider",
                "model.timeout", "30s");

        assertThat(policy.contextWindow()).isEqualTo(200_000);
        assertThat(policy.triggerRatio()).isEqualTo(0.80);
        assertThat(policy.execution()).isEqualTo(Execution.SYNC);
        assertThat(policy.triggerPoints()).containsExactly(TriggerPoint.BEFORE_CALL, TriggerPoint.MID_TURN);
        assertThat(policy.keepRecent().amount()).isEqualTo(12);
        assertThat(policy.failure()).isEqualTo(FailurePolicy.TRUNCATE);
        assertThat(policy.state().maxTokens()).isEqualTo(1_500);
        assertThat(policy.state().mode()).isEqualTo(StateMode.OFF);
        assertThat(policy.state().injection()).isEqualTo(Injection.ASSISTANT);
        assertThat(policy.prune().protectTokens()).isEqualTo(30_000);
        assertThat(policy.prune().policyFor("read_file")).isEqualTo(ToolPolicy.KEEP);
        assertThat(policy.prune().policyFor("com.example.Search")).isEqualTo(ToolPolicy.SUMMARIZE);
        assertThat(policy.prune().policyFor("other")).isEqualTo(ToolPolicy.PRUNE);
        assertThat(policy.tokens().source()).isEqualTo(TokenOptions.Source.PROVIDER);
        assertThat(policy.model().timeout()).hasSeconds(30);
    }

    @Test
    void noPropertiesAreTheDefaults() {
        assertThat(CompressionPolicy.of(new Properties()).toProperties())
                .isEqualTo(CompressionPolicy.defaults().toProperties());
    }

    @Test
    void propertiesOfOthersAreIgnored() {
        Properties properties = new Properties();
        properties.setProperty("spring.application.name", "shop");
        properties.setProperty("compression.trigger-ratio", "95");
        properties.put("some.object", 7);

        assertThat(CompressionPolicy.of(properties)).hasToString("CompressionPolicy{}");
    }

    @Test
    void theDefaultsOfThePropertiesObjectCountToo() {
        Properties fallback = new Properties();
        fallback.setProperty("session-compression.context-window", "4000");

        assertThat(CompressionPolicy.of(new Properties(fallback)).contextWindow())
                .isEqualTo(4_000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"before-call", "BEFORE_CALL", "Before_Call", " before-call "})
    void namesMayBeWrittenAsInJavaOrAsInProperties(String written) {
        assertThat(read("trigger-points", written).triggerPoints()).containsExactly(TriggerPoint.BEFORE_CALL);
    }

    @ParameterizedTest
    @CsvSource({"500ms, PT0.5S", "30s, PT30S", "2m, PT2M", "1h, PT1H"})
    void durationsHaveUnits(String written, Duration duration) {
        assertThat(read("model.timeout", written).model().timeout()).isEqualTo(duration);
    }

    @Test
    void noTriggerPointsAtAllIsWrittenNone() {
        assertThat(read("trigger-points", "none").triggerPoints()).isEmpty();
    }

    @Test
    void aThresholdInPercentIsRefusedWithKeyValueAndRange() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read("trigger-ratio", "95"))
                .withMessage(
                        "session-compression.trigger-ratio must be a ratio above 0 and up to 1, such as 0.70, but was"
                                + " '95'");
    }

    @ParameterizedTest
    @CsvSource({
        "trigger-ratio, 70%",
        "trigger-ratio, 0.7f",
        "trigger-ratio, '0,70'",
        "trigger-ratio, .7",
        "trigger-ratio, 7e-1",
        "trigger-ratio, NaN",
        "trigger-ratio, ''",
        "context-window, 128k",
        "context-window, '128,000'",
        "context-window, 128_000",
        "context-window, 128000.0",
        "context-window, 0x1F400",
        "context-window, 99999999999",
        "context-window, +4000",
        "enabled, yes",
        "enabled, TRUE",
        "enabled, 1",
        "execution, parallel",
        "trigger-points, 'before-call,'",
        "trigger-points, 'before-call, none'",
        "model.timeout, 30",
        "model.timeout, 30 s",
        "model.timeout, 30sec",
        "model.timeout, -30s",
        "model.timeout, 99999999999999s",
        "prune.tools.search, never",
        "preset, cheap"
    })
    void refusesWhatIsWrittenInAnotherWay(String key, String value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read(key, value))
                .withMessageStartingWith("session-compression." + key + " must be ")
                .withMessageEndingWith("but was '" + value + "'");
    }

    @Test
    void longValuesAreQuotedInPart() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read("trigger-ratio", "9".repeat(10_000)))
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(250).endsWith("…'"));
    }

    @Test
    void rejectsNonTextValue() {
        Properties properties = new Properties();
        properties.put("session-compression.context-window", 4_000);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> CompressionPolicy.of(properties))
                .withMessage("session-compression.context-window must have a text as its value");
    }

    @ParameterizedTest
    @CsvSource({
        "trigger-ration, trigger-ratio",
        "triggerRatio, trigger-ratio",
        "contextwindow, context-window",
        "target_ratio, target-ratio",
        "state.maxTokens, state.max-tokens",
        "state-max-tokens, state.max-tokens",
        "model.time-out, model.timeout",
        "prune.tool.search, prune.tools.<name>",
        "prune.tools., prune.tools.<name>",
        "presets, preset"
    })
    void anUnknownKeyIsRefusedWithTheNearestKnownOne(String wrong, String nearest) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read(wrong, "1"))
                .withMessage("session-compression." + wrong
                        + " is unknown; the nearest known key is session-compression." + nearest);
    }

    @ParameterizedTest
    @CsvSource({
        "idle-after, set CompressionPolicy.withIdleAfter in code",
        "state.schema, set StateOptions.withSchema in code",
        "state.awareness, set StateOptions.withAwareness in code",
        "sessions.parents, set SessionOptions.withParents in code",
        "tokens.safety-factor, set TokenOptions.withSafetyFactor in code"
    })
    void refusesRemovedKeyWithItsCure(String removed, String cure) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read(removed, "1"))
                .withMessage("session-compression." + removed + " is no property any more: " + cure);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sessioncompression.trigger-ratio",
                "session_compression.trigger-ratio",
                "session-compresion.trigger-ratio",
                "Session-Compression.trigger-ratio"
            })
    void aMisspeltPrefixIsNotOverlooked(String key) {
        Properties properties = new Properties();
        properties.setProperty(key, "0.7");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> CompressionPolicy.of(properties))
                .withMessage(key + " is unknown: keys start with session-compression.");
    }

    @Test
    void allFaultsAreReportedAtOnce() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read("trigger-ratio", "95", "contextwindow", "1", "failure", "panic"))
                .withMessage("3 faults in the settings:\n"
                        + "- session-compression.contextwindow is unknown; the nearest known key is"
                        + " session-compression.context-window\n"
                        + "- session-compression.failure must be one of offline, truncate, throw, but was 'panic'\n"
                        + "- session-compression.trigger-ratio must be a ratio above 0 and up to 1, such as 0.70, but was"
                        + " '95'");
    }

    @Test
    void contradictionsAreReportedWithBothKeys() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read("target-ratio", "0.9", "context-window", "4000", "state.max-tokens", "5000"))
                .withMessage("2 faults in the settings:\n"
                        + "- session-compression.target-ratio=0.9 must be below session-compression.trigger-ratio=0.9\n"
                        + "- session-compression.state.max-tokens=5000 must not be above the context window without the"
                        + " reserved output, 4000 tokens");
    }

    @Test
    void theOrderOfSettingsDoesNotMatter() {
        CompressionPolicy policy = read(
                "hard-limit-ratio", "0.30",
                "prune.tools.search", "keep",
                "target-ratio", "0.10",
                "trigger-ratio", "0.20");

        assertThat(policy.triggerRatio()).isEqualTo(0.20);
    }

    @ParameterizedTest
    @EnumSource(Preset.class)
    void presetEqualsItsSettings(Preset preset) {
        Properties written = new Properties();
        written.putAll(preset.settings());

        assertThat(CompressionPolicy.preset(preset).toProperties())
                .isEqualTo(CompressionPolicy.of(written).toProperties());
        assertThat(read("preset", preset.name()).toProperties())
                .isEqualTo(CompressionPolicy.of(written).toProperties());
    }

    @Test
    void theSessionStatePresetIsTheOriginalDesign() {
        CompressionPolicy policy = read("preset", "session-state");

        assertThat(policy.triggerRatio()).isEqualTo(0.70);
        assertThat(policy.targetRatio()).isEqualTo(0.60);
        assertThat(policy.hardLimitRatio()).isEqualTo(0.85);
        assertThat(policy.execution()).isEqualTo(Execution.SYNC);
        assertThat(policy.triggerPoints()).containsExactly(TriggerPoint.BEFORE_CALL, TriggerPoint.CONTEXT_LENGTH_ERROR);
        assertThat(policy.prune().pruning()).isEqualTo(Pruning.OFF);
        assertThat(policy.failure()).isEqualTo(FailurePolicy.TRUNCATE);
    }

    @ParameterizedTest
    @CsvSource({"low-cost, 10000, 20000", "balanced, 20000, 40000", "high-quality, 30000, 60000"})
    void theTuningPresetsPruneByTheirNumbers(String preset, int minContext, int protect) {
        CompressionPolicy policy = read("preset", preset);

        assertThat(policy.prune().minContextTokens()).isEqualTo(minContext);
        assertThat(policy.prune().protectTokens()).isEqualTo(protect);
        assertThat(policy.prune().minSavingsTokens()).isEqualTo(protect);
    }

    @Test
    void highQualityPresetUsesMoreOfTheWindow() {
        CompressionPolicy policy = read("preset", "high-quality");

        assertThat(policy.triggerRatio()).isEqualTo(0.92);
        assertThat(policy.targetRatio()).isEqualTo(0.66);
        assertThat(policy.hardLimitRatio()).isEqualTo(0.95);
    }

    @Test
    void singleSettingsOverrideThePreset() {
        CompressionPolicy policy = read("execution", "async", "preset", "session-state", "target-ratio", "0.50");

        assertThat(policy.execution()).isEqualTo(Execution.ASYNC);
        assertThat(policy.targetRatio()).isEqualTo(0.50);
        assertThat(policy.failure()).isEqualTo(FailurePolicy.TRUNCATE);
    }

    static CompressionPolicy read(String... keysAndValues) {
        Properties properties = new Properties();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            properties.setProperty("session-compression." + keysAndValues[i], keysAndValues[i + 1]);
        }
        return CompressionPolicy.of(properties);
    }

    @Test
    void aRefusedValueBeginsNoLineOfItsOwn() {
        Properties properties = new Properties();
        properties.setProperty("session-compression.execution", "none\n[ERROR] all is lost");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> CompressionPolicy.of(properties))
                .withMessageEndingWith("but was 'none?[ERROR] all is lost'");
    }

    @Test
    void refusesToProtectWhatIsToBePruned() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read("prune.trigger-tokens", "8000", "prune.protect-tokens", "9000"))
                .withMessageContaining("session-compression.prune.protect-tokens=9000 must be below"
                        + " session-compression.prune.trigger-tokens=8000");
        assertThat(read("prune.trigger-tokens", "8000").prune().protectTokens()).isEqualTo(2_000);
    }
}
