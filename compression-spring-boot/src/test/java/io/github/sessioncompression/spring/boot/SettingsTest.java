package io.github.sessioncompression.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.TriggerPoint;
import io.github.sessioncompression.prune.ToolPolicy;
import io.github.sessioncompression.spring.boot.InvalidSettingsException.Fault;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

class SettingsTest {
    private final StandardEnvironment environment = new StandardEnvironment();
    private final Map<String, Object> variables = new LinkedHashMap<>();
    private final Map<String, Object> properties = new LinkedHashMap<>();

    SettingsTest() {
        MutablePropertySources sources = environment.getPropertySources();
        sources.forEach(source -> sources.remove(source.getName()));
        sources.addLast(new SystemEnvironmentPropertySource("systemEnvironment", variables));
        sources.addLast(new MapPropertySource("properties", properties));
        ConfigurationPropertySources.attach(environment);
    }

    @Test
    void nothingSetIsEverythingAtItsDefault() {
        Settings settings = read();

        assertThat(settings.policy().toProperties())
                .isEqualTo(CompressionPolicy.defaults().toProperties());
        assertThat(settings.get(BootSettings.SHOW_CONTENTS)).isFalse();
        assertThat(settings.get(BootSettings.COMPRESSION_MODEL)).isEmpty();
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
            "session-compression.state.awareness-text", "You remember.",
            "session-compression.model.timeout", "5s");

    @ParameterizedTest
    @CsvSource({
        "session-compression.context-window",
        "session-compression.contextWindow",
        "session-compression.context_window",
        "SESSION_COMPRESSION.CONTEXT_WINDOW"
    })
    void namesMayBeSpeltInAnyWayThatSpringBootTakes(String key) {
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
    void aToolWhoseNameSpringBootWouldMangleIsRefusedWithTheRightSpelling() {
        set("session-compression.prune.tools.mcp:grep", "keep");

        assertRefused()
                .hasMessage(
                        "session-compression.prune.tools.mcp:grep has characters that are only read in brackets: write"
                                + " session-compression.prune.tools[mcp:grep]");
    }

    @Test
    void aValueOutOfRangeIsRefusedWithKeyValueAndRange() {
        set("session-compression.trigger-ratio", "95");

        assertRefused()
                .hasMessage(
                        "session-compression.trigger-ratio must be a ratio above 0 and up to 1, such as 0.70, but was"
                                + " '95'");
        assertThat(faults())
                .singleElement()
                .satisfies(fault -> assertThat(fault.given()).singleElement().satisfies(given -> {
                    assertThat(given.key()).isEqualTo("session-compression.trigger-ratio");
                    assertThat(given.value()).isEqualTo("95");
                    assertThat(String.valueOf(given.origin())).contains("properties");
                }));
    }

    @Test
    void allFaultsAreToldAtOnceEachWithItsOwnProperties() {
        set("session-compression.target-ratio", "0.9");
        set("session-compression.trigger-ratio", "0.8");
        set("session-compression.tokens.media-tokens", "-1");
        set("session-compression.actuator.show-contents", "yes");
        set("session-compression.contxt-window", "9000");

        assertThat(faults())
                .extracting(Fault::message)
                .containsExactly(
                        "session-compression.contxt-window is unknown; the nearest known key is"
                                + " session-compression.context-window",
                        "session-compression.tokens.media-tokens must be a whole number from 0 to 1000000, but was '-1'",
                        "session-compression.actuator.show-contents must be true or false, but was 'yes'");
    }

    @Test
    void aContradictionNamesBothProperties() {
        set("session-compression.target-ratio", "0.9");
        set("session-compression.trigger-ratio", "0.8");

        assertThat(faults()).singleElement().satisfies(fault -> assertThat(fault.given())
                .extracting(InvalidSettingsException.Given::key)
                .containsExactly("session-compression.target-ratio", "session-compression.trigger-ratio"));
    }

    @ParameterizedTest
    @CsvSource({
        "session-compression.trigger-ration, session-compression.trigger-ratio",
        "session-compression.actuator.show-content, session-compression.actuator.show-contents",
        "session-compression.compressionmodell, session-compression.compression-model",
        "session-compression.model-name[0], session-compression.model-name",
        "session-compression.state, session-compression.store"
    })
    void anUnknownKeyIsRefusedWithTheNearestOne(String key, String nearest) {
        set(key, "1");

        assertRefused().hasMessage(key + " is unknown; the nearest known key is " + nearest);
    }

    @Test
    void aMisspeltPrefixIsNotOverlooked() {
        set("session-compresion.trigger-ratio", "0.5");

        assertRefused().hasMessage("session-compresion.trigger-ratio is unknown: keys start with session-compression.");
    }

    @Test
    void propertiesOfOthersAreLeftAlone() {
        set("spring.application.name", "shop");
        set("session.compression", "gzip");
        set("server.compression.enabled", "true");

        assertThat(read().policy()).hasToString("CompressionPolicy{}");
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

    @Test
    void aFaultInAConversationsSettingsNamesTheConversation() {
        set("session-compression.conversations[support-*].trigger-ratio", "95");
        set("session-compression.conversations[support-*].preset", "low-cost");
        set("session-compression.conversations[support-*].colour", "red");

        assertThat(faults())
                .extracting(Fault::message)
                .containsExactlyInAnyOrder(
                        "For the conversations support-*: session-compression.trigger-ratio must be a ratio above 0 and up"
                                + " to 1, such as 0.70, but was '95'",
                        "session-compression.conversations[support-*].preset is not a setting that single conversations"
                                + " can have",
                        "session-compression.conversations[support-*].colour is not a setting that single conversations"
                                + " can have");
        assertThat(faults()).allSatisfy(fault -> assertThat(fault.given())
                .singleElement()
                .satisfies(given -> assertThat(given.origin()).isNotNull()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " "})
    void anEmptyValueIsAsGoodAsNone(String empty) {
        CompressionPolicy.knobs().forEach(knob -> set(knob.key().replace(".<name>", "[read_file]"), empty));
        new BootSettings().settings().forEach(setting -> set(setting.knob().key(), empty));
        set("session-compression.conversations[support-*].trigger-ratio", empty);

        Settings settings = read();

        assertThat(settings.policy().toProperties())
                .isEqualTo(CompressionPolicy.defaults().toProperties());
        assertThat(settings.describesAPolicy()).isTrue();
        assertThat(settings.get(BootSettings.SHOW_CONTENTS)).isFalse();
        assertThat(settings.get(BootSettings.COMPRESSION_MODEL)).isEmpty();
        assertThat(triggerRatio(settings.conversations(), "support-1"))
                .isEqualTo(CompressionPolicy.defaults().triggerRatio());
    }

    @Test
    void anEmptyValueOfASingleConversationLeavesWhatIsSetForAll() {
        set("session-compression.trigger-ratio", "0.6");
        set("session-compression.conversations[support-*].trigger-ratio", "");

        assertThat(triggerRatio(read().conversations(), "support-1")).isEqualTo(0.6);
    }

    @ParameterizedTest
    @CsvSource({
        "5000, PT5S",
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

    @ParameterizedTest
    @ValueSource(strings = {"soon", "PT", "-60s", "1us", "2h", "P1D", "9999999999999999999", "9223372036854775807d"})
    void whatIsNoDurationOrOutOfRangeIsRefusedWithTheRange(String written) {
        set("session-compression.model.timeout", written);

        assertRefused()
                .hasMessageStartingWith(
                        "session-compression.model.timeout must be a duration from 1ms to 1h, its unit ms, s, m or h, but was '");
        assertThat(faults()).singleElement().satisfies(fault -> assertThat(fault.given())
                .singleElement()
                .satisfies(given -> assertThat(given.value()).isEqualTo(written)));
    }

    private void set(String key, String value) {
        properties.put(key, value);
    }

    private Settings read() {
        return Settings.of(environment, SettingsTest.class.getClassLoader());
    }

    private AbstractThrowableAssert<?, ? extends Throwable> assertRefused() {
        return assertThatThrownBy(this::read).isInstanceOf(InvalidSettingsException.class);
    }

    private List<Fault> faults() {
        try {
            read();
        } catch (InvalidSettingsException e) {
            return e.faults();
        }
        return List.of();
    }

    private static CompressionPolicy policy(ConversationPatterns conversations, String id) {
        return Objects.requireNonNull(conversations.apply(id));
    }

    private static double triggerRatio(ConversationPatterns conversations, String id) {
        return policy(conversations, id).triggerRatio();
    }
}
