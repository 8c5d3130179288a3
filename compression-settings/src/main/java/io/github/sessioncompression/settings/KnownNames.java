package io.github.sessioncompression.settings;

import io.github.sessioncompression.option.Knob;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.settings.InvalidSettingsException.Fault;
import io.github.sessioncompression.settings.InvalidSettingsException.Given;
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

/**
 * Index of all known properties by name, in any spelling that is taken for equal.
 *
 * <p>A knob is a single property, a list, whose elements may be numbered in brackets, or a family such as
 * {@code prune.tools.<name>}, whose keys have a name of the application's choice at their end.
 *
 * <p><em>Algorithm</em> of {@link #unknownIn}, for each key: 1. an empty group, as YAML has it, is no fault; 2. a key that does not begin with the
 * prefix belongs to another program, unless it nearly does; 3. a key that names no knob is a fault, with the cure or the nearest known key; 4. so is one
 * with characters that are dropped outside of brackets, because another key would be read. <em>Threads</em>: unchanged once made.
 */
public final class KnownNames {
    private static final PropertyName ROOT = PropertyName.of(CompressionPolicy.PREFIX);
    /** What to do about keys that are none. */
    static final String CORRECT = "Correct or remove the keys that are unknown.";

    private static final Pattern BRACKETED = Pattern.compile("\\[[^\\]]*]");
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._-]*");
    private static final String FAMILY = ".<name>";

    private final List<Knob> all;
    /** Single properties and lists. */
    private final Map<PropertyName, Knob> knobs = new HashMap<>();
    /** Families by what their keys start with. */
    private final Map<PropertyName, Knob> families = new HashMap<>();

    KnownNames(List<Knob> known) {
        all = List.copyOf(known);
        for (Knob knob : known) {
            (isFamily(knob) ? families : knobs).put(PropertyName.of(name(knob)), knob);
        }
    }

    /** True if the knob stands for many properties, one for each name. */
    public static boolean isFamily(Knob knob) {
        return knob.key().endsWith(FAMILY);
    }

    /** True if the knob's value is a list. */
    public static boolean isList(Knob knob) {
        return Set.class.isAssignableFrom(knob.type());
    }

    /** True if the property with that full key is a duration. */
    boolean isDuration(String key) {
        Knob knob = knobs.get(PropertyName.of(key));
        return knob != null && knob.type() == Duration.class;
    }

    /** The key of the property, or what the family's keys start with. */
    public static String name(Knob knob) {
        String key = knob.key();
        return isFamily(knob) ? key.substring(0, key.length() - FAMILY.length()) : key;
    }

    /** The full key of what {@code written}, which lacks the prefix, says of the conversations of a pattern. */
    public static String ofConversations(String pattern, String written) {
        return name(SharedSettings.CONVERSATIONS) + "[" + pattern + "]." + written;
    }

    /** Prefix of the keys of a family's properties. */
    static String familyPrefix(Knob knob) {
        return name(knob) + ".";
    }

    /** True if a property, an element of a list or one of a family has that name. */
    boolean isKnown(PropertyName name) {
        Knob list = name.isLastNumbered() ? knobs.get(name.parent()) : null;
        return knobs.containsKey(name) || (list != null && isList(list)) || family(name) != null;
    }

    /** True if the name is only a prefix of properties. YAML reports such a group with an empty value if nothing is below it. */
    boolean isGroup(PropertyName name) {
        return families.containsKey(name)
                || Stream.of(knobs, families)
                        .flatMap(known -> known.keySet().stream())
                        .anyMatch(name::isAncestorOf);
    }

    /** The family that a name belongs to; {@code null} if to none. */
    @Nullable
    Knob family(PropertyName name) {
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
    static PropertyName named(String written) {
        return PropertyName.of(CompressionPolicy.PREFIX + written);
    }

    /** The key that {@code written}, which lacks the prefix, is meant for, as its knob spells it; {@code null} if unknown. */
    @Nullable
    String key(String written) {
        PropertyName name = named(written);
        Knob single = knobs.get(name);
        if (single != null) {
            return single.key();
        }
        Knob family = family(name);
        if (family == null) {
            return null;
        }
        return IntStream.range(PropertyName.of(name(family)).size(), name.size())
                .mapToObj(name::element)
                .collect(Collectors.joining(".", familyPrefix(family), ""));
    }

    /**
     * Faults of the keys that look like ours but are none, so that nobody believes in a setting that does nothing.
     */
    List<Fault> unknownIn(List<Given> listed) {
        List<Fault> faults = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (Given given : listed) {
            String fault = seen.add(given.key()) ? fault(given.key(), given.value()) : null;
            if (fault != null) {
                faults.add(new Fault(fault, CORRECT, List.of(new Given(given.key(), "", given.origin()))));
            }
        }
        return faults;
    }

    /** Fault of a key; {@code null} if it is known or belongs to another program. */
    private @Nullable String fault(String key, String value) {
        PropertyName name = PropertyName.of(key);
        if (value.isBlank() && isGroup(name)) {
            return null;
        }
        if (!ROOT.isAncestorOf(name)) {
            return Knob.looksLikePrefix(key) ? key + " is unknown: keys start with " + CompressionPolicy.PREFIX : null;
        }
        if (!isKnown(name)) {
            String rest = key.substring(Math.min(key.length(), key.indexOf('.') + 1));
            return key + " " + Knob.unknown(rest, all);
        }
        // Other characters are left out of a name, unless it stands in brackets.
        boolean readAsWritten =
                PLAIN.matcher(BRACKETED.matcher(key).replaceAll("")).matches();
        return readAsWritten ? null : unreadable(key, name);
    }

    /** The fault of a known key with characters that have to be in brackets, with the key as it should be written. */
    private String unreadable(String key, PropertyName name) {
        Knob family = family(name);
        String start = family == null ? CompressionPolicy.PREFIX : familyPrefix(family);
        String written = start.substring(0, start.length() - 1) + "["
                + key.substring(Math.min(key.length(), start.length())) + "]";
        return key + " has characters that are only read in brackets: write " + written;
    }
}
