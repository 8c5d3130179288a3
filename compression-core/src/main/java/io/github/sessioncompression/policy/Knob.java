package io.github.sessioncompression.policy;

import java.util.List;

/**
 * A setting of a {@link CompressionPolicy}, for documentation and metadata.
 *
 * @param key the property's full name; one that ends in {@code <name>} stands for a family of properties
 * @param type the Java type of its value
 * @param defaultValue the value where nothing is set, as it would stand in a properties file; empty if there is none
 * @param allowed what it may be
 * @param values all that it may be, as they would stand in a properties file, where those are few; else empty; unmodifiable
 * @param description what it does
 */
public record Knob(
        String key, Class<?> type, String defaultValue, String allowed, List<String> values, String description) {
    /** Prefix of every key. */
    public static final String PREFIX = "session-compression.";

    /** Placeholder in a key for a name of the application's choice. */
    static final String NAME = "<name>";

    /** Keeps a copy of the values. */
    public Knob {
        values = List.copyOf(values);
    }
}
