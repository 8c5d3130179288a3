package io.github.sessioncompression.token;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Finds what is known of a model by its name, in any case: by the longest known beginning that ends at the end of the name or before
 * {@code - : @ /}. Prefixes of providers, hosts and regions are passed over.
 */
public final class ModelNames {
    /** The longest name that is looked up. */
    static final int MAX_LENGTH = 256;

    private ModelNames() {}

    /** {@code modelName} as it is a key of what is known. */
    static String key(String modelName) {
        return modelName.strip().toLowerCase(Locale.ROOT);
    }

    /**
     * What is known of a model; empty if the name is not known, or longer than 256 characters.
     *
     * @param known by names in lower case
     */
    public static <T> Optional<T> find(String modelName, Map<String, T> known) {
        String name = key(modelName);
        if (name.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        Optional<T> found = longestPrefix(name, known);
        for (int start = afterPrefix(name, 0); found.isEmpty() && start > 0; start = afterPrefix(name, start)) {
            found = longestPrefix(name.substring(start), known);
        }
        return found;
    }

    private static <T> Optional<T> longestPrefix(String name, Map<String, T> known) {
        for (int end = name.length(); end > 0; end--) {
            if (end == name.length() || "-:@/".indexOf(name.charAt(end)) >= 0) {
                T value = known.get(name.substring(0, end));
                if (value != null) {
                    return Optional.of(value);
                }
            }
        }
        return Optional.empty();
    }

    // What ends with '/' is a prefix in any case; before '.' and ':' only letters and hyphens are, for "gpt-4.1" is
    // a name.
    private static int afterPrefix(String name, int start) {
        for (int i = start; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == '.' || c == ':' || c == '/') {
                return i + 1;
            }
            if (c != '-' && !Character.isLetter(c)) {
                break;
            }
        }
        return name.indexOf('/', start) + 1;
    }
}
