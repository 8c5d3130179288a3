package io.github.sessioncompression.spring.boot;

import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Knob;
import io.github.sessioncompression.spring.boot.InvalidSettingsException.Fault;
import io.github.sessioncompression.spring.boot.InvalidSettingsException.Given;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Finds keys that look like ours but are none, so that nobody believes in a setting that does nothing.
 *
 * <p>Looks where keys can be listed, but not in environment variables: those are shared with other programs.
 */
record UnknownKeys(List<Knob> knobs, KnownNames known) {
    private static final Pattern BRACKETED = Pattern.compile("\\[[^\\]]*]");
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._-]*");

    List<Fault> in(ConfigurableEnvironment environment) {
        List<Fault> faults = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (PropertySource<?> source : environment.getPropertySources()) {
            if (source instanceof EnumerablePropertySource<?> listed
                    && !(source instanceof SystemEnvironmentPropertySource)) {
                for (String key : listed.getPropertyNames()) {
                    String fault = seen.add(key) ? fault(key, String.valueOf(listed.getProperty(key))) : null;
                    if (fault != null) {
                        faults.add(new Fault(
                                fault,
                                "Correct or remove the keys that are unknown.",
                                List.of(new Given(key, "", OriginLookup.getOrigin(source, key)))));
                    }
                }
            }
        }
        return faults;
    }

    /** Fault of a key; {@code null} if it is known or belongs to another program. */
    private @Nullable String fault(String key, String value) {
        ConfigurationPropertyName name = ConfigurationPropertyName.adapt(key, '.');
        if (value.isBlank() && known.isGroup(name)) {
            return null;
        }
        if (!KnownNames.ROOT.isAncestorOf(name)) {
            return Knob.looksLikePrefix(key) ? key + " is unknown: keys start with " + CompressionPolicy.PREFIX : null;
        }
        if (!known.isKnown(name)) {
            String rest = key.substring(Math.min(key.length(), key.indexOf('.') + 1));
            return key + " is unknown; the nearest known key is " + Knob.nearest(rest, knobs);
        }
        return isReadAsWritten(key) ? null : unreadable(key, name);
    }

    /** Spring Boot leaves other characters out of a name, unless it stands in brackets. */
    private static boolean isReadAsWritten(String key) {
        return PLAIN.matcher(BRACKETED.matcher(key).replaceAll("")).matches();
    }

    private String unreadable(String key, ConfigurationPropertyName name) {
        Knob family = known.family(name);
        String start = family == null ? CompressionPolicy.PREFIX : KnownNames.familyPrefix(family);
        String written = start.substring(0, start.length() - 1) + "["
                + key.substring(Math.min(key.length(), start.length())) + "]";
        return key + " has characters that are only read in brackets: write " + written;
    }
}
