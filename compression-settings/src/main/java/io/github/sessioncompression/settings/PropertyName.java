package io.github.sessioncompression.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Name of a property, equal to all names that differ in upper case, hyphens and underscores only. What stands in brackets is read as written.
 *
 * <p>Spring Boot takes names for equal by the same rule. Immutable; safe for use by many threads.
 *
 * <p>The name of {@code session-compression.prune.tools[mcp:search]} has four elements, the last one {@code mcp:search}; it equals that of
 * {@code sessionCompression.PRUNE.tools[mcp:search]}. A bracket that is not closed is a character like any other.
 */
final class PropertyName {
    /** The elements as they were written, without dots and brackets. */
    private final List<String> elements;
    /** The elements by which names are compared. */
    private final List<String> uniform;
    /** True if the last element was in brackets. */
    private final boolean indexed;

    private PropertyName(List<String> elements, List<String> uniform, boolean indexed) {
        this.elements = List.copyOf(elements);
        this.uniform = List.copyOf(uniform);
        this.indexed = indexed;
    }

    static PropertyName of(String key) {
        List<String> elements = new ArrayList<>();
        List<String> uniform = new ArrayList<>();
        boolean indexed = false;
        int at = 0;
        while (at < key.length()) {
            int close = key.charAt(at) == '[' ? key.indexOf(']', at) : -1;
            indexed = close > 0;
            if (indexed) {
                elements.add(key.substring(at + 1, close));
                uniform.add(key.substring(at + 1, close));
                at = close + 1;
            } else {
                int end = at + 1;
                while (end < key.length() && key.charAt(end) != '.' && key.charAt(end) != '[') {
                    end++;
                }
                String element = key.substring(at, end);
                if (!element.equals(".")) {
                    String plain = element.startsWith(".") ? element.substring(1) : element;
                    elements.add(plain);
                    uniform.add(plain.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", ""));
                }
                at = end;
            }
        }
        return new PropertyName(elements, uniform, indexed);
    }

    int size() {
        return elements.size();
    }

    /** An element as it was written. */
    String element(int index) {
        return elements.get(index);
    }

    /** True if the last element is a number in brackets. */
    boolean isLastNumbered() {
        return indexed
                && !elements.get(size() - 1).isEmpty()
                && elements.get(size() - 1).chars().allMatch(c -> c >= '0' && c <= '9');
    }

    /** The name without its last element. */
    PropertyName parent() {
        int last = Math.max(0, size() - 1);
        return new PropertyName(elements.subList(0, last), uniform.subList(0, last), false);
    }

    /** True if the other name has this one's elements and more. */
    boolean isAncestorOf(PropertyName other) {
        return size() < other.size() && other.uniform.subList(0, size()).equals(uniform);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PropertyName name && uniform.equals(name.uniform);
    }

    @Override
    public int hashCode() {
        return uniform.hashCode();
    }

    @Override
    public String toString() {
        return String.join(".", elements);
    }
}
