package io.github.sessioncompression.policy;

import io.github.sessioncompression.option.Knob;
import io.github.sessioncompression.option.ValueType;
import io.github.sessioncompression.text.LogText;
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
    /** Most characters of a wrong value that a message quotes. */
    private static final int MAX_QUOTED = 80;

    /** Faults so far, a sentence each. */
    private final List<String> faults = new ArrayList<>();
    /** Values so far; not held against each other before {@link #checked}, because the order of keys means nothing. */
    private PolicyValues policy = PolicyValues.UNSET;

    private PolicyReader() {}

    /** The values that properties describe, free of contradictions. */
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

    /** The values of a preset. */
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
            // Properties has a value that is no text only if someone put it there past setProperty;
            // its getters hide it.
            if (key instanceof String name && name.startsWith(PREFIX) && !(value instanceof String)) {
                faults.add(name + " must have a text as its value");
            }
        });
        return ours;
    }

    /** Sets what a preset has; its settings are read as the application's are. */
    private void apply(Preset preset) {
        preset.settings().forEach((key, value) -> set(key.substring(PREFIX.length()), value));
    }

    /** Sets one value, or notes why that is not possible. */
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

    /** The values, or all faults as one exception. */
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

    /** The fault of a value: key, what is allowed, and the value in part, on one line. */
    private static String fault(String key, ValueType<?> type, String value) {
        String quoted = value.length() <= MAX_QUOTED ? value : value.substring(0, MAX_QUOTED) + "…";
        String shown = LogText.cut(quoted, quoted.length());
        return PREFIX + key + " must be " + type.allowed() + ", but was '" + shown + "'";
    }
}
