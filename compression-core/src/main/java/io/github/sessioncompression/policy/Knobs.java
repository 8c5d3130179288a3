package io.github.sessioncompression.policy;

import io.github.sessioncompression.option.Knob;
import io.github.sessioncompression.option.Resources;
import io.github.sessioncompression.option.ValueType;
import io.github.sessioncompression.prune.PruneOptions.ToolPolicy;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The one table of all knobs: keys and descriptions, from {@value #FILE}.
 *
 * <p>Ranges and defaults are documented at the options. The documentation is generated from both.
 *
 * <p><em>Algorithm</em>: each line {@code key = description} of the file becomes a {@link KnobDefinition} whose option has the key
 * in camel case: {@code state.max-tokens} is {@code maxTokens} of {@code state}. Two keys have another option behind them, and
 * {@code prune.tools.} is a family.
 *
 * <p>A new knob is a line in the file and an option; without the option this class cannot be initialised. <em>Threads</em>:
 * immutable.
 */
final class Knobs {
    /** The knob that is applied before all others. */
    static final String PRESET = "preset";

    private static final String FILE = "knobs.txt";
    private static final Pattern HYPHENATED = Pattern.compile("-([a-z])");

    /** The presets; not an option, because a policy does not remember from which one it was made. */
    static final ValueType<Preset> PRESET_TYPE = ValueType.oneOf(Preset.class);
    /** All knobs but the preset, in the order of the file. */
    static final List<KnobDefinition> ALL = Resources.texts(Knobs.class, FILE).entrySet().stream()
            .map(each -> knob(each.getKey(), each.getValue()))
            .toList();

    private Knobs() {}

    private static KnobDefinition knob(String key, String description) {
        return switch (key) {
            case "prune.tools." ->
                KnobDefinition.family(
                        key,
                        ToolPolicy.class,
                        policy -> policy.prune().tools(),
                        (policy, tool, treatment) ->
                                policy.put(PolicyValues.PRUNE, policy.prune().withTool(tool, treatment)),
                        description);
            case "injection" -> KnobDefinition.single(key, "state.injection", description);
            case "prune.mode" -> KnobDefinition.single(key, "prune.pruning", description);
            default -> KnobDefinition.single(key, camelCase(key), description);
        };
    }

    /** The key without hyphens, as options are named. */
    private static String camelCase(String key) {
        return HYPHENATED.matcher(key).replaceAll(letter -> letter.group(1).toUpperCase(Locale.ROOT));
    }

    /** All knobs for documentation, the preset first. */
    static List<Knob> listed() {
        Knob preset = new Knob(
                Knob.PREFIX + PRESET,
                Preset.class,
                "",
                PRESET_TYPE.allowed(),
                PRESET_TYPE.values(),
                "Named set of settings to start from; every other setting overrides it.");
        return Stream.concat(Stream.of(preset), ALL.stream().map(KnobDefinition::listed))
                .toList();
    }

    /** The knob of a key; empty if it is unknown. */
    static Optional<KnobDefinition> find(String keyWithoutPrefix) {
        return ALL.stream().filter(knob -> knob.isFor(keyWithoutPrefix)).findFirst();
    }

    /** The values of a policy as properties, without those that have no text. */
    static Properties write(PolicyValues policy) {
        Properties properties = new Properties();
        properties.putAll(texts(policy));
        return properties;
    }

    /** The settings that differ from the defaults, by full key in alphabetical order. */
    static SortedMap<String, String> changed(PolicyValues policy) {
        Map<String, String> defaults = texts(PolicyValues.UNSET);
        SortedMap<String, String> changed = texts(policy);
        changed.entrySet().removeIf(entry -> entry.getValue().equals(defaults.get(entry.getKey())));
        return changed;
    }

    /** The values of a policy as texts by full key. */
    private static SortedMap<String, String> texts(PolicyValues policy) {
        SortedMap<String, String> texts = new TreeMap<>();
        for (KnobDefinition knob : ALL) {
            knob.texts().apply(policy).forEach((name, text) -> texts.put(Knob.PREFIX + knob.key() + name, text));
        }
        return texts;
    }
}
