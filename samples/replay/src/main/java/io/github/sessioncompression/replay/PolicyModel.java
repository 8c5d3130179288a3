package io.github.sessioncompression.replay;

import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Knob;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** The policy as the page's template wants it: the limits it came to, then every setting by its key. */
final class PolicyModel {
    private final CompressionPolicy policy;

    PolicyModel(CompressionPolicy policy) {
        this.policy = policy;
    }

    /** The limits in tokens. */
    List<Map<String, String>> limits() {
        return List.of(
                entry("context window", policy.contextWindow()),
                entry("reserved for the answer", policy.reservedOutputTokens()),
                entry("most the state may take", policy.stateMaxTokens()),
                entry("hard limit", policy.hardLimitTokens()),
                entry("trigger", policy.triggerTokens()),
                entry("target", policy.targetTokens()));
    }

    private static Map<String, String> entry(String name, long tokens) {
        return Map.of("name", name, "value", Text.number(tokens));
    }

    /** The settings in the order in which the library documents them; {@code set} marks those that are not at their default. */
    List<Map<String, Object>> settings() {
        Properties properties = policy.toProperties();
        Properties defaults = CompressionPolicy.defaults().toProperties();
        List<Map<String, Object>> settings = new ArrayList<>();
        for (Knob knob : CompressionPolicy.knobs()) {
            String value = properties.getProperty(knob.key());
            if (value != null) {
                settings.add(setting(knob.key(), value, !value.equals(defaults.getProperty(knob.key()))));
                properties.remove(knob.key());
            }
        }
        // What is left are knobs with names of their own, such as one for each tool.
        properties.stringPropertyNames().stream()
                .sorted()
                .forEach(key -> settings.add(setting(key, properties.getProperty(key), true)));
        return settings;
    }

    private static Map<String, Object> setting(String key, String value, boolean set) {
        String name = key.startsWith(CompressionPolicy.PREFIX) ? key.substring(CompressionPolicy.PREFIX.length()) : key;
        return Map.of("name", name, "value", OneLine.of(value), "set", set);
    }
}
