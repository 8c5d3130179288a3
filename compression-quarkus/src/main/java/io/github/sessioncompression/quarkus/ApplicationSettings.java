package io.github.sessioncompression.quarkus;

import io.github.sessioncompression.option.Knob;
import io.github.sessioncompression.settings.InvalidSettingsException.Given;
import io.github.sessioncompression.settings.ListedSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigValue;
import org.jspecify.annotations.Nullable;

/** What MicroProfile Config has of ours. Keys of other programs are not read: their values may be secrets, or not to be resolved. */
final class ApplicationSettings {
    /** A variable of the environment: found by its key, but not listed, because the environment is shared with other programs. */
    private static final Pattern VARIABLE = Pattern.compile("[A-Z0-9_]+");
    /** Names in quotes, as MicroProfile Config has them where Spring Boot has brackets. */
    private static final Pattern QUOTED = Pattern.compile("\\.?\"([^\"]*)\"");

    private ApplicationSettings() {}

    static ListedSettings of(Config config) {
        List<Given> listed = new ArrayList<>();
        for (String name : config.getPropertyNames()) {
            if (Knob.looksLikePrefix(name) && !VARIABLE.matcher(name).matches()) {
                Given found = given(config, name, QUOTED.matcher(name).replaceAll("[$1]"));
                listed.add(found == null ? new Given(name, "", null) : found);
            }
        }
        return new ListedSettings(listed, key -> given(config, key, key));
    }

    private static @Nullable Given given(Config config, String name, String shown) {
        ConfigValue value = config.getConfigValue(name);
        return value.getValue() == null ? null : new Given(shown, value.getValue(), origin(value));
    }

    private static @Nullable String origin(ConfigValue value) {
        return value instanceof io.smallrye.config.ConfigValue located ? located.getLocation() : value.getSourceName();
    }
}
