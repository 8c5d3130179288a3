package io.github.sessioncompression.policy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The one table of all knobs: {@link PolicyKnobs} and {@link OptionKnobs}.
 *
 * <p>Keys, descriptions and written ranges stand there and nowhere else; defaults stand in the options and are read from
 * them. The documentation is generated from this table, and a test holds the written ranges to those the options enforce.
 */
final class Knobs {
    /** The knob that is applied before all others. */
    static final String PRESET = "preset";

    static final ValueType<Preset> PRESET_TYPE = ValueType.oneOf(Preset.class);
    static final List<KnobDefinition> ALL = all();

    private Knobs() {}

    static List<Knob> listed() {
        List<Knob> listed = new ArrayList<>();
        listed.add(new Knob(
                Knob.PREFIX + PRESET,
                Preset.class,
                "",
                PRESET_TYPE.allowed(),
                PRESET_TYPE.values(),
                "Named set of settings to start from; every other setting overrides it."));
        for (KnobDefinition knob : ALL) {
            listed.add(knob.listed());
        }
        return Collections.unmodifiableList(listed);
    }

    static Optional<KnobDefinition> find(String keyWithoutPrefix) {
        return ALL.stream().filter(knob -> knob.isFor(keyWithoutPrefix)).findFirst();
    }

    static Properties write(PolicyDraft draft) {
        Properties properties = new Properties();
        properties.putAll(texts(draft));
        return properties;
    }

    /** The settings that differ from the defaults, by full key in alphabetical order. */
    static SortedMap<String, String> changed(PolicyDraft draft) {
        Map<String, String> defaults = texts(new PolicyDraft());
        SortedMap<String, String> changed = texts(draft);
        changed.entrySet().removeIf(entry -> entry.getValue().equals(defaults.get(entry.getKey())));
        return changed;
    }

    private static SortedMap<String, String> texts(PolicyDraft draft) {
        SortedMap<String, String> texts = new TreeMap<>();
        for (KnobDefinition knob : ALL) {
            texts.putAll(knob.texts(draft));
        }
        return texts;
    }

    private static List<KnobDefinition> all() {
        List<KnobDefinition> all = new ArrayList<>(PolicyKnobs.ALL);
        all.addAll(OptionKnobs.ALL);
        return Collections.unmodifiableList(all);
    }
}
