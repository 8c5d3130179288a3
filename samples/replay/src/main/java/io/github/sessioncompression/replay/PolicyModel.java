package io.github.sessioncompression.replay;

import static io.github.sessioncompression.policy.CompressionPolicy.PREFIX;

import io.github.sessioncompression.policy.CompressionPolicy;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;

/** The policy as the page's template wants it: the limits it came to, then every setting by its key. */
record PolicyModel(CompressionPolicy policy, boolean withModel) {
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

    /**
     * The settings, in the order in which the library documents them, but for those of a compression model where there is none.
     * {@code set} marks those that are not at their default.
     */
    List<Map<String, Object>> settings() {
        Properties values = policy.toProperties();
        Properties defaults = CompressionPolicy.defaults().toProperties();
        Set<String> keys = new LinkedHashSet<>();
        CompressionPolicy.knobs().forEach(knob -> keys.add(knob.key()));
        // Families of keys, such as one for each tool, are listed under a common name only.
        keys.addAll(new TreeSet<>(values.stringPropertyNames()));
        List<Map<String, Object>> settings = new ArrayList<>();
        for (String key : keys) {
            String value = values.getProperty(key);
            if (value != null && (withModel || !key.startsWith(PREFIX + "model."))) {
                settings.add(Map.of(
                        "name", Text.line(key.substring(PREFIX.length())),
                        "value", Text.line(value),
                        "set", !value.equals(defaults.getProperty(key))));
            }
        }
        return settings;
    }
}
