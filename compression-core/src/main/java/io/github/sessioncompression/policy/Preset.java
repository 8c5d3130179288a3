package io.github.sessioncompression.policy;

import io.github.sessioncompression.option.Knob;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A named set of settings to start from; individual settings override it.
 *
 * <p>By {@code session-compression.preset} or {@link CompressionPolicy#preset}. A policy does not remember its preset: what that
 * has set is like any other setting.
 */
public enum Preset {
    /**
     * The session-state design as it was drawn up: compress before the call, down to 60 % of the window, no pruning, and
     * trim the request if the model fails.
     */
    SESSION_STATE,

    /** Tool results go early. */
    LOW_COST,

    /** The defaults. */
    BALANCED,

    /** Tool results stay longer, and the window is used further: more is remembered, for more tokens and compressions. */
    HIGH_QUALITY;

    /** Settings of this preset as properties; every other knob keeps its default. */
    public Map<String, String> settings() {
        return Collections.unmodifiableMap(all());
    }

    private Map<String, String> all() {
        return switch (this) {
            case SESSION_STATE ->
                settings(
                        "execution", "sync",
                        "trigger-points", "before-call, context-length-error",
                        "trigger-ratio", "0.70",
                        "target-ratio", "0.60",
                        "hard-limit-ratio", "0.85",
                        "prune.mode", "off",
                        "failure", "truncate");
            case LOW_COST -> pruning(10_000, 20_000);
            case BALANCED -> Map.of();
            case HIGH_QUALITY -> {
                Map<String, String> settings = settings("trigger-ratio", "0.92", "target-ratio", "0.66");
                settings.putAll(pruning(30_000, 60_000));
                yield settings;
            }
        };
    }

    /** Sizes of pruning, in tokens. */
    private static Map<String, String> pruning(int minContextTokens, int protectTokens) {
        return settings(
                "prune.min-context-tokens", String.valueOf(minContextTokens),
                "prune.protect-tokens", String.valueOf(protectTokens));
    }

    private static Map<String, String> settings(String... keysAndValues) {
        Map<String, String> settings = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            settings.put(Knob.PREFIX + keysAndValues[i], keysAndValues[i + 1]);
        }
        return settings;
    }
}
