package io.github.sessioncompression.settings;

import io.github.sessioncompression.settings.InvalidSettingsException.Given;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds what an application has set, by its framework's rules. Keys are full and spelt as {@code docs/configuration.md} has them. */
public interface SettingsSource {
    /** The value of a key; {@code null} if it is not set. */
    @Nullable
    Given find(String key);

    /** The elements of a list, joined by commas; {@code null} if it is not set. */
    @Nullable
    Given findList(String key);

    /** The values of the keys that are one element below {@code key}, by that element, each with its full key. */
    Map<String, Given> below(String key);

    /** The values of the keys that are more than one element below {@code key}, by the first element and then by the rest. */
    Map<String, Map<String, Given>> groupsBelow(String key);

    /**
     * Every key that can be listed, whoever it belongs to, as it is written. Not those of environment variables, which are shared with
     * other programs.
     */
    List<Given> listed();
}
