package io.github.sessioncompression.policy;

import io.github.sessioncompression.option.Knob;
import io.github.sessioncompression.option.ValueType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;

/**
 * Reads a policy from properties and reports everything that is wrong with them at once.
 *
 * <p><em>Algorithm</em>: 1. take the keys that begin with {@value #PREFIX}; one that nearly does is a fault, any other belongs to another program;
 * 2. apply the preset; 3. apply the other keys in alphabetical order, so that faults come in a fixed order; 4. only if no key is at fault,
 * look for contradictions among the values.
 *
 * <p><em>Threads</em>: one use, by one thread. <em>On failure</em>: one {@link IllegalArgumentException} that lists all faults with key, value, of which
 * {@value #MAX_QUOTED} characters are shown without control characters, and what is allowed.
 */
final class PolicyReader {
    private static final String PREFIX = Knob.PREFIX;
    private static final int MAX_QUOTED = 80;

    private final List<String> faults = new ArrayList<>();
    private PolicyValues policy = PolicyValues.UNSET;

    private PolicyReader() {}

    static PolicyValues read(Properties properties) {
        PolicyReader reader = new PolicyReader();
        Map<String, String> ours = reader.ours(properties);
        String preset = ours.remove(Knobs.PRESET);
        if (preset != null) {
            try {
                reader.apply(Knobs.PRESET_TYPE.read().apply(preset));
            } catch (IllegalArgumentException unknown) {
                reader.faults.add(fault(Knobs.PRESET, Knobs.PRESET_TYPE, preset));
            }
        }
        ours.forEach(reader::set);
        return reader.checked();
    }

    static PolicyValues read(Preset preset) {
        PolicyReader reader = new PolicyReader();
        reader.apply(preset);
        return reader.checked();
    }

    /** Our properties without their prefix, in alphabetical order, so that faults are reported in the same order each time. */
    private Map<String, String> ours(Properties properties) {
        Map<String, String> ours = new TreeMap<>();
        for (String key : properties.stringPropertyNames()) {
            if (key.startsWith(PREFIX)) {
                ours.put(
                        key.substring(PREFIX.length()),
                        properties.getProperty(key).strip());
            } else if (Knob.looksLikePrefix(key)) {
                faults.add(key + " is unknown: keys start with " + PREFIX);
            }
        }
        properties.forEach((key, value) -> {
            if (key instanceof String name && name.startsWith(PREFIX) && !(value instanceof String)) {
                faults.add(name + " must have a text as its value");
            }
        });
        return ours;
    }

    private void apply(Preset preset) {
        preset.settings().forEach((key, value) -> set(key.substring(PREFIX.length()), value));
    }

    private void set(String key, String value) {
        Optional<KnobDefinition> knob = Knobs.find(key);
        if (knob.isEmpty()) {
            faults.add(PREFIX + key + " " + Knob.unknown(key, Knobs.listed()));
            return;
        }
        try {
            policy = knob.get().set(policy, key, value);
        } catch (IllegalArgumentException refused) {
            faults.add(fault(key, knob.get().type(), value));
        }
    }

    private PolicyValues checked() {
        if (faults.isEmpty()) {
            faults.addAll(Contradictions.in(policy));
        }
        if (!faults.isEmpty()) {
            throw new IllegalArgumentException(
                    faults.size() == 1
                            ? faults.get(0)
                            : faults.size() + " faults in the settings:\n- " + String.join("\n- ", faults));
        }
        return policy;
    }

    private static String fault(String key, ValueType<?> type, String value) {
        String quoted = value.length() <= MAX_QUOTED ? value : value.substring(0, MAX_QUOTED) + "…";
        String shown = quoted.replaceAll("\\p{Cntrl}", "?");
        return PREFIX + key + " must be " + type.allowed() + ", but was '" + shown + "'";
    }
}
