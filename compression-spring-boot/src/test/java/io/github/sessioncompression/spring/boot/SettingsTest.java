package io.github.sessioncompression.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.cost.CostOptions;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.TriggerPoint;
import io.github.sessioncompression.prune.PruneOptions.ToolPolicy;
import io.github.sessioncompression.settings.ConversationPatterns;
import io.github.sessioncompression.settings.Settings;
import io.github.sessioncompression.settings.SharedSettings;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.convert.DurationStyle;

/** Effect of valid settings. */
class SettingsTest extends SettingsFixture {
    @Test
    void nothingSetIsEverythingAtItsDefault() {
        Settings settings = read();

        assertThat(settings.policy().toProperties())
                .isEqualTo(CompressionPolicy.defaults().toProperties());
        assertThat(settings.get(SharedSettings.SHOW_CONTENTS)).isFalse();
        assertThat(settings.get(SharedSettings.COMPRESSION_MODEL)).isEmpty();
        assertThat(settings.conversations().isEmpty()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("nonDefaults")
    void bindsEveryKnobOfThePolicy(String key, String value) {
        set(key, value);

        CompressionPolicy policy = read().policy();

        Properties expected = new Properties();
        expected.setProperty(key, value);
        assertThat(policy.toProperties())
                .isEqualTo(CompressionPolicy.of(expected).toProperties());
    }

    static Stream<Arguments> nonDefaults() {
        return CompressionPolicy.knobs().stream().flatMap(knob -> {
            String key = knob.key().replace("<name>", "read_file");
            String value = knob.values().isEmpty()
                    ? OTHER.getOrDefault(knob.key(), knob.defaultValue())
                    : knob.values().get(knob.values().size() - 1);
            return value.isEmpty() ? Stream.empty() : Stream.of(Arguments.of(key, value));
        });
    }

    private static final Map<String, String> OTHER = Map.of(
            "session-compression.context-window", "12000",
            "session-compression.model-name", "gpt-4o",
            "session-compression.reserved-output-tokens", "1000",
            "session-compression.trigger-ratio", "0.75",
            "session-compression.keep-recent", "3 turns",
            "session-compression.model.timeout", "5s");

    @ParameterizedTest
    @CsvSource({
        "session-compression.context-window",
        "session-compression.contextWindow",
        "session-compression.context_window",
        "SESSION_COMPRESSION.CONTEXT_WINDOW"
    })
    void takesRelaxedPropertyNames(String key) {
        set(key, "9000");

        assertThat(read().policy().contextWindow()).isEqualTo(9_000);
    }

    @Test
    void environmentVariablesWorkAndGoFirst() {
        set("session-compression.context-window", "9000");
        variables.put("SESSIONCOMPRESSION_CONTEXTWINDOW", "7000");
        variables.put("SESSION_COMPRESSION_TRIGGER_RATIO", "0.6");
        variables.put("SESSIONCOMPRESSION_PRUNE_TOOLS_SEARCH", "keep");
        variables.put("SESSION_COMPRESSION_VERSION_OF_SOMEBODY_ELSE", "1");

        CompressionPolicy policy = read().policy();

        assertThat(policy.contextWindow()).isEqualTo(7_000);
        assertThat(policy.triggerRatio()).isEqualTo(0.6);
        assertThat(policy.prune().policyFor("search")).isEqualTo(ToolPolicy.KEEP);
    }

    @Test
    void placeholdersAreResolved() {
        set("window", "5000");
        set("session-compression.context-window", "${window}");

        assertThat(read().policy().contextWindow()).isEqualTo(5_000);
    }

    @Test
    void listsMayBeWrittenAsLists() {
        set("session-compression.trigger-points[0]", "before-call");
        set("session-compression.trigger-points[1]", "mid-turn");

        assertThat(read().policy().triggerPoints()).containsExactly(TriggerPoint.BEFORE_CALL, TriggerPoint.MID_TURN);
    }

    @Test
    void toolsKeepTheirNames() {
        set("session-compression.prune.tools.read_file", "keep");
        set("session-compression.prune.tools.com.example.Search", "keep");
        set("session-compression.prune.tools[mcp:grep]", "keep");
        set("session-compression.prune.tools[*]", "summarize");

        CompressionPolicy policy = read().policy();

        assertThat(Stream.of("read_file", "com.example.Search", "mcp:grep"))
                .allSatisfy(tool -> assertThat(policy.prune().policyFor(tool)).isEqualTo(ToolPolicy.KEEP));
        assertThat(policy.prune().policyFor("other")).isEqualTo(ToolPolicy.SUMMARIZE);
    }

    @Test
    void propertiesOfOthersAreLeftAlone() {
        set("spring.application.name", "shop");
        set("session.compression", "gzip");
        set("server.compression.enabled", "true");

        assertThat(read().policy()).hasToString("CompressionPolicy{}");
    }

    @Test
    void readsPricesByName() {
        set("session-compression.context-window", "9000");
        set("session-compression.cost.planner", "false");
        set("session-compression.cost.profile", "claude-haiku-4-5");

        CostOptions cost = read().policy().cost();

        assertThat(cost.planner()).isFalse();
        assertThat(cost.profile().orElseThrow().currency()).isEqualTo("USD");
    }

    @Test
    void refusesPricesThatAreNotKnown() {
        set("session-compression.context-window", "9000");
        set("session-compression.cost.profile", "acme");

        assertThatThrownBy(this::read)
                .hasMessageContaining(
                        "session-compression.cost.profile must be anthropic-like, gemini-like, local, none, openai-like, or the name of")
                .hasMessageContaining("but was 'acme'");
    }

    @Test
    void singleConversationsHaveSettingsOfTheirOwn() {
        set("session-compression.context-window", "9000");
        set("session-compression.trigger-ratio", "0.6");
        set("session-compression.conversations[support-*].trigger-ratio", "0.8");
        set("session-compression.conversations[support-vip-*].triggerRatio", "0.9");
        set("session-compression.conversations[support-vip-*].hard-limit-ratio", "0.95");
        set("session-compression.conversations[support-1].prune.tools.read_file", "keep");

        ConversationPatterns conversations = read().conversations();

        assertThat(triggerRatio(conversations, "support-2")).isEqualTo(0.8);
        assertThat(triggerRatio(conversations, "support-vip-7")).isEqualTo(0.9);
        assertThat(triggerRatio(conversations, "support-1")).isEqualTo(0.6);
        assertThat(policy(conversations, "support-1").prune().policyFor("read_file"))
                .isEqualTo(ToolPolicy.KEEP);
        assertThat(conversations.apply("sales-1")).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " "})
    void anEmptyValueIsAsGoodAsNone(String empty) {
        CompressionPolicy.knobs().forEach(knob -> set(knob.key().replace(".<name>", "[read_file]"), empty));
        SharedSettings.all().forEach(setting -> set(setting.knob().key(), empty));
        set("session-compression.conversations[support-*].trigger-ratio", empty);

        Settings settings = read();

        assertThat(settings.policy().toProperties())
                .isEqualTo(CompressionPolicy.defaults().toProperties());
        assertThat(settings.describesAPolicy()).isTrue();
        assertThat(settings.get(SharedSettings.SHOW_CONTENTS)).isFalse();
        assertThat(settings.get(SharedSettings.COMPRESSION_MODEL)).isEmpty();
        assertThat(triggerRatio(settings.conversations(), "support-1"))
                .isEqualTo(CompressionPolicy.defaults().triggerRatio());
    }

    /** As YAML has it where all that stood below a key was taken out. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "session-compression",
                "session-compression.prune",
                "session-compression.prune.tools",
                "session-compression.model",
                "session-compression.jdbc",
                "session-compression.conversations",
                "session-compression.conversations[vip]",
                "session-compression.conversations.vip",
                "session-compression.conversations[vip].prune",
                "session-compression.conversations[vip].prune.tools",
                "session-compression.conversations[vip].trigger-points"
            })
    void aGroupWithNothingInItIsAsGoodAsNone(String group) {
        set("session-compression.trigger-ratio", "0.6");
        set(group, "");

        Settings settings = read();

        assertThat(settings.policy().triggerRatio()).isEqualTo(0.6);
        assertThat(Optional.ofNullable(settings.conversations().apply("vip")).orElse(settings.policy()))
                .isEqualTo(settings.policy());
    }

    @Test
    void aListOfASingleConversationMayBeWrittenAsAList() {
        set("session-compression.trigger-points", "interrupted");
        set("session-compression.conversations[support-*].trigger-points[0]", "before-call");
        set("session-compression.conversations[support-*].trigger-points[1]", "mid-turn");

        assertThat(policy(read().conversations(), "support-1").triggerPoints())
                .containsExactly(TriggerPoint.BEFORE_CALL, TriggerPoint.MID_TURN);
    }

    @Test
    void emptyConversationValueInheritsGlobalOne() {
        set("session-compression.trigger-ratio", "0.6");
        set("session-compression.conversations[support-*].trigger-ratio", "");

        assertThat(triggerRatio(read().conversations(), "support-1")).isEqualTo(0.6);
    }

    @ParameterizedTest
    @CsvSource({
        "5000ms, PT5S",
        "60s, PT1M",
        "60S, PT1M",
        "PT60S, PT1M",
        "pt1m0.5s, PT1M0.5S",
        "PT1H, PT1H",
        "30m, PT30M",
        "PT0.001S, PT0.001S"
    })
    void durationsAreReadAsSpringBootReadsThem(String written, Duration expected) {
        set("session-compression.model.timeout", written);
        set("session-compression.conversations[vip].model.timeout", written);

        Settings settings = read();

        assertThat(settings.policy().model().timeout())
                .isEqualTo(expected)
                .isEqualTo(DurationStyle.detectAndParse(written));
        assertThat(policy(settings.conversations(), "vip").model().timeout()).isEqualTo(expected);
    }
}
