package io.github.sessioncompression.settings;

import io.github.sessioncompression.settings.InvalidSettingsException.Given;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a configuration whose keys are plain texts, found however they are spelt.
 *
 * <p>A key that is spelt as in the table goes before another spelling of it, and a list written as one text before numbered
 * elements, which are read from 0 up to the first that is missing. Immutable if {@code exact} is; each look-up reads the whole
 * list, which is done once, at start-up.
 *
 * @param listed every key that can be listed, with its value
 * @param exact the value of a key spelt as the table has it, whether it can be listed or not; {@code null} if it is not set
 */
public record ListedSettings(List<Given> listed, Function<String, @Nullable Given> exact) implements SettingsSource {
    /** Copies the list. */
    public ListedSettings {
        listed = List.copyOf(listed);
    }

    @Override
    public @Nullable Given find(String key) {
        Given found = exact.apply(key);
        return found != null ? found : spelt(key);
    }

    /** The value of the first listed key that is equal but for its spelling. */
    private @Nullable Given spelt(String key) {
        PropertyName name = PropertyName.of(key);
        return listed.stream()
                .filter(given -> PropertyName.of(given.key()).equals(name))
                .findFirst()
                .map(given -> new Given(key, given.value(), given.origin()))
                .orElse(null);
    }

    @Override
    public @Nullable Given findList(String key) {
        Given whole = find(key);
        if (whole != null) {
            return whole;
        }
        List<Given> elements = new ArrayList<>();
        for (Given next = find(key + "[0]"); next != null; next = find(key + "[" + elements.size() + "]")) {
            elements.add(next);
        }
        return elements.isEmpty()
                ? null
                : new Given(
                        key,
                        elements.stream().map(Given::value).collect(Collectors.joining(", ")),
                        elements.get(0).origin());
    }

    @Override
    public Map<String, Given> below(String key) {
        PropertyName root = PropertyName.of(key);
        Map<String, Given> found = new LinkedHashMap<>();
        for (Given given : listed) {
            PropertyName name = PropertyName.of(given.key());
            if (root.isAncestorOf(name)) {
                String element = rest(name, root.size());
                found.put(element, new Given(key + "." + element, given.value(), given.origin()));
            }
        }
        return found;
    }

    @Override
    public Map<String, Map<String, Given>> groupsBelow(String key) {
        PropertyName root = PropertyName.of(key);
        Map<String, Map<String, Given>> found = new LinkedHashMap<>();
        for (Given given : listed) {
            PropertyName name = PropertyName.of(given.key());
            if (root.isAncestorOf(name) && name.size() > root.size() + 1) {
                found.computeIfAbsent(name.element(root.size()), group -> new LinkedHashMap<>())
                        .put(rest(name, root.size() + 1), given);
            }
        }
        return found;
    }

    /** The elements of a name from an index on, with dots between them. */
    private static String rest(PropertyName name, int from) {
        return IntStream.range(from, name.size()).mapToObj(name::element).collect(Collectors.joining("."));
    }
}
