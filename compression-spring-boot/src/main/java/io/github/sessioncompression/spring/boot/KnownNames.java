package io.github.sessioncompression.spring.boot;

import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Knob;
import io.github.sessioncompression.spring.boot.InvalidSettingsException.Fault;
import io.github.sessioncompression.spring.boot.InvalidSettingsException.Given;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Index of all known properties by name, in any spelling that Spring Boot treats as equal. */
final class KnownNames {
    static final ConfigurationPropertyName ROOT =
            ConfigurationPropertyName.of(CompressionPolicy.PREFIX.substring(0, CompressionPolicy.PREFIX.length() - 1));
    /** What to do about keys that are none. */
    static final String CORRECT = "Correct or remove the keys that are unknown.";

    private static final Pattern BRACKETED = Pattern.compile("\\[[^\\]]*]");
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._-]*");
    private static final String FAMILY = ".<name>";

    private final List<Knob> all;
    private final Map<ConfigurationPropertyName, Knob> knobs = new HashMap<>();
    private final Map<ConfigurationPropertyName, Knob> families = new HashMap<>();

    KnownNames(List<Knob> known) {
        all = List.copyOf(known);
        for (Knob knob : known) {
            (isFamily(knob) ? families : knobs).put(name(knob), knob);
        }
    }

    /** True if the knob stands for many properties, one for each name. */
    static boolean isFamily(Knob knob) {
        return knob.key().endsWith(FAMILY);
    }

    /** True if the knob's value is a list. */
    static boolean isList(Knob knob) {
        return Set.class.isAssignableFrom(knob.type());
    }

    /** True if the property with that full key is a duration. */
    boolean isDuration(String key) {
        Knob knob = knobs.get(ConfigurationPropertyName.adapt(key, '.'));
        return knob != null && knob.type() == Duration.class;
    }

    /** The name of the property, or of what the family's properties start with. */
    static ConfigurationPropertyName name(Knob knob) {
        String key = knob.key();
        return ConfigurationPropertyName.of(isFamily(knob) ? key.substring(0, key.length() - FAMILY.length()) : key);
    }

    /** The full key of what {@code written}, which lacks the prefix, says of the conversations of a pattern. */
    static String ofConversations(String pattern, String written) {
        return name(BootSettings.CONVERSATIONS) + "[" + pattern + "]." + written;
    }

    /** Prefix of the keys of a family's properties. */
    static String familyPrefix(Knob knob) {
        return name(knob) + ".";
    }

    boolean isKnown(ConfigurationPropertyName name) {
        Knob list = name.isLastElementIndexed() ? knobs.get(name.getParent()) : null;
        return knobs.containsKey(name) || (list != null && isList(list)) || family(name) != null;
    }

    /** True if the name is only a prefix of properties. YAML reports such a group with an empty value if nothing is below it. */
    boolean isGroup(ConfigurationPropertyName name) {
        return families.containsKey(name)
                || Stream.of(knobs, families)
                        .flatMap(known -> known.keySet().stream())
                        .anyMatch(name::isAncestorOf);
    }

    /** The family that a name belongs to. */
    @Nullable
    Knob family(ConfigurationPropertyName name) {
        return families.entrySet().stream()
                .filter(family -> family.getKey().isAncestorOf(name))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
    }

    /** The list that {@code written}, which lacks the prefix, is an element of, as its knob spells it; {@code null} if of none. */
    @Nullable
    String listOf(String written) {
        int dot = written.lastIndexOf('.');
        boolean indexed = dot > 0 && written.substring(dot + 1).chars().allMatch(c -> c >= '0' && c <= '9');
        Knob list = indexed ? knobs.get(named(written.substring(0, dot))) : null;
        return list != null && isList(list) ? list.key() : null;
    }

    /** The name that {@code written}, which lacks the prefix, stands for. */
    static ConfigurationPropertyName named(String written) {
        return ConfigurationPropertyName.adapt(CompressionPolicy.PREFIX + written, '.');
    }

    /** The key that {@code written}, which lacks the prefix, is meant for, as its knob spells it; {@code null} if unknown. */
    @Nullable
    String key(String written) {
        ConfigurationPropertyName name = named(written);
        Knob single = knobs.get(name);
        if (single != null) {
            return single.key();
        }
        Knob family = family(name);
        if (family == null) {
            return null;
        }
        return IntStream.range(name(family).getNumberOfElements(), name.getNumberOfElements())
                .mapToObj(i -> name.getElement(i, ConfigurationPropertyName.Form.ORIGINAL))
                .collect(Collectors.joining(".", familyPrefix(family), ""));
    }

    /**
     * Faults of the keys that look like ours but are none, so that nobody believes in a setting that does nothing.
     *
     * <p>Looks where keys can be listed, but not in environment variables: those are shared with other programs.
     */
    List<Fault> unknownIn(ConfigurableEnvironment environment) {
        List<Fault> faults = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (PropertySource<?> source : environment.getPropertySources()) {
            if (source instanceof EnumerablePropertySource<?> listed
                    && !(source instanceof SystemEnvironmentPropertySource)) {
                for (String key : listed.getPropertyNames()) {
                    String fault = seen.add(key) ? fault(key, String.valueOf(listed.getProperty(key))) : null;
                    if (fault != null) {
                        faults.add(new Fault(
                                fault, CORRECT, List.of(new Given(key, "", OriginLookup.getOrigin(source, key)))));
                    }
                }
            }
        }
        return faults;
    }

    /** Fault of a key; {@code null} if it is known or belongs to another program. */
    private @Nullable String fault(String key, String value) {
        ConfigurationPropertyName name = ConfigurationPropertyName.adapt(key, '.');
        if (value.isBlank() && isGroup(name)) {
            return null;
        }
        if (!ROOT.isAncestorOf(name)) {
            return Knob.looksLikePrefix(key) ? key + " is unknown: keys start with " + CompressionPolicy.PREFIX : null;
        }
        if (!isKnown(name)) {
            String rest = key.substring(Math.min(key.length(), key.indexOf('.') + 1));
            return key + " is unknown; the nearest known key is " + Knob.nearest(rest, all);
        }
        // Spring Boot leaves other characters out of a name, unless it stands in brackets.
        boolean readAsWritten =
                PLAIN.matcher(BRACKETED.matcher(key).replaceAll("")).matches();
        return readAsWritten ? null : unreadable(key, name);
    }

    private String unreadable(String key, ConfigurationPropertyName name) {
        Knob family = family(name);
        String start = family == null ? CompressionPolicy.PREFIX : familyPrefix(family);
        String written = start.substring(0, start.length() - 1) + "["
                + key.substring(Math.min(key.length(), start.length())) + "]";
        return key + " has characters that are only read in brackets: write " + written;
    }
}
