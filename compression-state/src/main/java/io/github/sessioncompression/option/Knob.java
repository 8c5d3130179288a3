package io.github.sessioncompression.option;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A setting as documentation and metadata list it: key, type, default, range, description. Immutable.
 *
 * <p>It also finds the setting that somebody meant who misspelt one: {@link #nearest} for the error, {@link #looksLikePrefix} for keys
 * that would else be silently ignored.
 *
 * @param key the property's full name; one that ends in {@code <name>} names a family of properties
 * @param type the Java type of its value
 * @param defaultValue the value if nothing is set, as in a properties file; empty if there is none
 * @param allowed what it may be
 * @param values all that it may be, as in a properties file, if those are few; else empty; unmodifiable
 * @param description what it does
 */
public record Knob(
        String key, Class<?> type, String defaultValue, String allowed, List<String> values, String description) {
    /** Prefix of every key. */
    public static final String PREFIX = "session-compression.";

    /** Placeholder in a key for a name of the application's choice. */
    public static final String NAME = "<name>";

    private static final String REMOVED = "removed.txt";
    private static final Pattern INDEX = Pattern.compile("\\[[0-9]{1,9}]$");
    private static final String LIBRARY = letters(PREFIX);

    /** The characters of a key that are compared: the distance takes time by the product of both lengths. */
    private static final int MAX_COMPARED = 100;

    /** The misspelt characters of a prefix that is still taken for this library's: one exchanged pair. */
    private static final int MAX_PREFIX_FAULTS = 2;

    /**
     * Fault of a key that no knob has, to follow the full key in a message: {@code is no property any more: …} with the cure if an earlier
     * snapshot had it, else {@code is unknown; the nearest known key is …}.
     *
     * @param keyWithoutPrefix what follows {@value #PREFIX}, however it is spelt; an index in brackets at its end is ignored
     * @param knobs at least one
     */
    public static String unknown(String keyWithoutPrefix, List<Knob> knobs) {
        return removed(keyWithoutPrefix)
                .orElseGet(() -> "is unknown; the nearest known key is " + nearest(keyWithoutPrefix, knobs));
    }

    /** Fault of a key that an earlier snapshot had, as in {@link #unknown}; empty for any other key. */
    public static Optional<String> removed(String keyWithoutPrefix) {
        String wanted = letters(INDEX.matcher(keyWithoutPrefix).replaceFirst(""));
        return Resources.texts(Knob.class, REMOVED).entrySet().stream()
                .filter(each -> letters(each.getKey()).equals(wanted))
                .map(each -> "is no property any more: " + each.getValue())
                .findFirst();
    }

    /** The full key of the knob that is spelt most like this one. */
    private static String nearest(String keyWithoutPrefix, List<Knob> knobs) {
        String wanted = letters(keyWithoutPrefix);
        return knobs.stream()
                .map(Knob::key)
                .min(Comparator.comparingInt(key -> distance(known(key), wanted)))
                .orElseThrow();
    }

    /** True if a key seems meant for this library although it does not start with its prefix. */
    public static boolean looksLikePrefix(String key) {
        int dot = key.indexOf('.');
        return dot > 0 && distance(letters(key.substring(0, dot)), LIBRARY) <= MAX_PREFIX_FAULTS;
    }

    private static String known(String key) {
        return letters(key.substring(PREFIX.length()).replace(NAME, ""));
    }

    /** Key in lower case without hyphens, dots and underscores, in which properties and environment variables differ. */
    private static String letters(String key) {
        String cut = key.length() <= MAX_COMPARED ? key : key.substring(0, MAX_COMPARED);
        return cut.toLowerCase(Locale.ROOT).replaceAll("[-._]", "");
    }

    /** Levenshtein distance: number of characters to insert, delete or replace. Two rows of the table are enough. */
    private static int distance(String from, String to) {
        int[] previous = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int[] current = new int[to.length() + 1];
            current[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = previous[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(replaced, 1 + Math.min(previous[j], current[j - 1]));
            }
            previous = current;
        }
        return previous[to.length()];
    }
}
