package io.github.sessioncompression.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.prune.PruneOptions;
import io.github.sessioncompression.prune.PruneOptions.ToolPolicy;
import io.github.sessioncompression.recall.ExpansionOptions;
import io.github.sessioncompression.recall.ExpansionOptions.Trigger;
import io.github.sessioncompression.session.SessionOptions;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.state.StateOptions.Injection;
import io.github.sessioncompression.state.StateOptions.StateMode;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.token.TokenOptions;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Holds the table of knobs to the options: none is missing, each is described, and what it says is the default is the default. */
class KnobsTest {
    private static final List<Knob> KNOBS = CompressionPolicy.knobs();

    /** Options without a property of their own, with the reason. */
    private static final Map<String, String> WITHOUT_PROPERTY = Map.of(
            "uncutTools", "follows from prune.tools",
            "limitsOf", "follows from the model's name",
            "ratios", "three properties",
            "state", "state.*",
            "prune", "prune.*",
            "tokens", "tokens.*",
            "model", "model.*",
            "expansion", "expansion.*",
            "sessions", "sessions.*",
            "tools", "prune.tools.<name>");

    /** Options that are set in code alone: they are for tests and rare cases. */
    private static final Set<String> IN_CODE_ALONE = Set.of(
            "modelLimits",
            "state.awarenessText",
            "state.segmentShare",
            "expansion.messages",
            "expansion.maxTokens",
            "expansion.maxShare",
            "prune.minSavingsTokens",
            "model.backoff",
            "model.breakerThreshold",
            "model.initialPrompt",
            "model.mergePrompt");

    /** Options whose property is named otherwise. */
    private static final Map<String, String> RENAMED = Map.of(
            "state.injection",
            "injection",
            "prune.pruning",
            "prune.mode",
            "prune.tool",
            "prune.tools.<name>",
            "state.tool",
            "state.tools.<name>");

    @Test
    void keysAreKebabCaseAndDifferent() {
        assertThat(KNOBS).extracting(Knob::key).doesNotHaveDuplicates().allSatisfy(key -> assertThat(key)
                .matches("session-compression(\\.[a-z]+(-[a-z]+)*)+(\\.<name>)?"));
    }

    @Test
    void acceptsEachListedValue() {
        assertThat(KNOBS)
                .filteredOn(knob -> !knob.values().isEmpty())
                .hasSizeGreaterThan(8)
                .allSatisfy(knob -> {
                    for (String value : knob.values()) {
                        Properties properties = new Properties();
                        properties.setProperty(knob.key(), value);
                        assertThat(CompressionPolicy.of(properties)).isNotNull();
                    }
                });
        assertThat(KNOBS)
                .filteredOn(knob ->
                        knob.allowed().contains("one of ") || knob.allowed().contains("any of "))
                .allSatisfy(knob -> assertThat(knob.allowed()).contains(String.join(", ", knob.values())));
    }

    @Test
    void everyKnobIsDescribed() {
        assertThat(KNOBS).allSatisfy(knob -> {
            assertThat(knob.description()).endsWith(".").hasSizeBetween(20, 400);
            assertThat(knob.allowed()).isNotBlank();
        });
        assertThat(KNOBS).extracting(Knob::description).doesNotHaveDuplicates();
    }

    @Test
    void thePresetComesFirst() {
        assertThat(KNOBS.get(0).key()).isEqualTo("session-compression.preset");
    }

    @Test
    void everyOptionHasItsPropertyAndEveryPropertyItsOption() {
        Set<String> expected = new TreeSet<>(Set.of("preset"));
        addProperties(expected, "", CompressionPolicy.class);
        addProperties(expected, "state.", StateOptions.class);
        addProperties(expected, "prune.", PruneOptions.class);
        addProperties(expected, "tokens.", TokenOptions.class);
        addProperties(expected, "model.", ModelOptions.class);
        addProperties(expected, "expansion.", ExpansionOptions.class);
        addProperties(expected, "sessions.", SessionOptions.class);

        assertThat(KNOBS)
                .extracting(knob -> knob.key().substring("session-compression.".length()))
                .containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void writtenDefaultsAreTheDefaults() {
        Properties defaults = new Properties();
        for (Knob knob : KNOBS) {
            if (!knob.defaultValue().isEmpty()) {
                defaults.setProperty(knob.key().replace("<name>", "*"), knob.defaultValue());
            }
        }

        assertThat(CompressionPolicy.of(defaults)).hasToString("CompressionPolicy{}");
        assertThat(CompressionPolicy.defaults().toProperties()).isEqualTo(defaults);
    }

    @Test
    void aPolicyWithEverythingChangedComesBackFromItsProperties() {
        CompressionPolicy policy = CompressionPolicy.forWindow(123_456)
                .withModelName("Modell 記憶 = \\ # !")
                .withEnabled(false)
                .withReservedOutputTokens(7_000)
                .withRatios(1.0 / 3, 0.75, 0.9)
                .withExecution(Execution.ASYNC)
                .withSessions(SessionOptions.defaults()
                        .withParents(7)
                        .withParentShare(0.3)
                        .withResumeRatio(0.5))
                .withTriggerPoints(Set.of(TriggerPoint.INTERRUPTED, TriggerPoint.MID_TURN))
                .withKeepRecent(KeepRecent.tokens(4_444))
                .withFailure(FailurePolicy.THROW)
                .withState(StateOptions.defaults()
                        .withMode(StateMode.OFF)
                        .withMaxTokens(3_333)
                        .withInjection(Injection.SYSTEM)
                        .withSchema(StateSchema.research())
                        .withAwareness(false)
                        .withHistoryTools(true))
                .withPrune(PruneOptions.defaults()
                        .withProtectTokens(1)
                        .withTool("read file: x", ToolPolicy.KEEP)
                        .withTool("*", ToolPolicy.SUMMARIZE))
                .withTokens(TokenOptions.defaults().withSafetyFactor(1.25))
                .withExpansion(ExpansionOptions.defaults().withTrigger(Trigger.WORDS))
                .withModel(ModelOptions.defaults().withTimeout(Duration.ofMillis(1_500)));

        CompressionPolicy back = CompressionPolicy.of(policy.toProperties());

        assertThat(back).isEqualTo(policy);
        assertThat(back.toProperties()).isEqualTo(policy.toProperties());
        assertThat(back.targetRatio()).isEqualTo(1.0 / 3);
        assertThat(back.prune()).isEqualTo(policy.prune());
        assertThat(back.tokens()).isEqualTo(policy.tokens());
        assertThat(back.model().timeout()).isEqualTo(Duration.ofMillis(1_500));
    }

    @Test
    void aSchemaOfTheApplicationsOwnIsLeftOutOfTheProperties() {
        StateSchema own = StateSchema.of("own", StateSchema.session().fields());
        CompressionPolicy policy =
                CompressionPolicy.defaults().withState(StateOptions.defaults().withSchema(own));

        assertThat(policy.toProperties()).doesNotContainKey("session-compression.state.schema");
    }

    private static void addProperties(Set<String> expected, String prefix, Class<?> options) {
        for (Method method : options.getMethods()) {
            if (method.getName().startsWith("with") && method.getReturnType() == options) {
                String name = method.getName().substring(4, 5).toLowerCase(Locale.ROOT)
                        + method.getName().substring(5);
                if (!WITHOUT_PROPERTY.containsKey(name) && !IN_CODE_ALONE.contains(prefix + name)) {
                    String key = prefix + name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
                    expected.add(RENAMED.getOrDefault(key, key));
                }
            }
        }
    }
}
