package io.github.sessioncompression.token;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;

/**
 * The limits of models by name.
 *
 * <p>Names are found by their longest known beginning that ends at the end of the name or before {@code - : @ /}, whatever
 * their case: {@code gpt-4o-2024-08-06} is {@code gpt-4o}, but {@code gpt-4.9} is not {@code gpt-4}. Prefixes of providers,
 * hosts and regions are passed over: {@code openai/gpt-4o}, {@code models/gemini-2.5-pro},
 * {@code us.anthropic.claude-sonnet-4-5-20250929-v1:0}.
 *
 * <p>A properties file, the bundled one and the user's alike, has lines {@code name = window} or
 * {@code name = window, output}, in tokens. A host may grant less than the model can hold; an override says so.
 *
 * <p>Immutable, so safe for use by many threads.
 */
public final class ModelRegistry {
    private static final int MAX_NAME_LENGTH = 256;
    private static final String FORMAT = "'window' or 'window, output' in tokens, with window " + ModelLimits.MIN_WINDOW
            + " to " + ModelLimits.MAX_WINDOW + " and output 0 to window";
    private static final Pattern NUMBERS = Pattern.compile("([0-9]{1,10})(?:\\s*,\\s*([0-9]{1,10}))?");

    private final Map<String, ModelLimits> limits;

    private ModelRegistry(Map<String, ModelLimits> limits) {
        this.limits = Map.copyOf(limits);
    }

    /** The limits that come with this library, of common models of OpenAI, Anthropic, Google, Mistral and others. */
    public static ModelRegistry bundled() {
        return Bundled.REGISTRY;
    }

    private static final class Bundled {
        static final ModelRegistry REGISTRY = new ModelRegistry(Map.of()).withOverrides(load());

        private Bundled() {}

        private static Properties load() {
            InputStream file = ModelRegistry.class.getResourceAsStream("models.properties");
            try (Reader reader =
                    new InputStreamReader(Objects.requireNonNull(file, "models.properties"), StandardCharsets.UTF_8)) {
                return read(reader);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /**
     * This registry with the entries of a properties file in UTF-8 added, or put in place of those of the same name.
     *
     * @throws IllegalArgumentException if an entry is bad; the message names key, value and range
     * @throws IOException if the file can't be read
     */
    public ModelRegistry withOverrides(Path file) throws IOException {
        try (Reader reader = Files.newBufferedReader(file)) {
            return withOverrides(read(reader));
        }
    }

    /**
     * This registry with some entries added, or put in place of those of the same name.
     *
     * @throws IllegalArgumentException if an entry is bad; the message names key, value and range
     */
    public ModelRegistry withOverrides(Properties entries) {
        Map<String, ModelLimits> merged = new HashMap<>(limits);
        for (String name : entries.stringPropertyNames()) {
            String key = name.strip().toLowerCase(Locale.ROOT);
            if (key.isEmpty() || key.length() > MAX_NAME_LENGTH) {
                throw new IllegalArgumentException("a model's name must have 1 to " + MAX_NAME_LENGTH + " characters");
            }
            merged.put(key, limits(name, entries.getProperty(name)));
        }
        return new ModelRegistry(merged);
    }

    /** The limits of a model; empty if the name is not known, or longer than 256 characters. */
    public Optional<ModelLimits> find(String modelName) {
        String name = modelName.strip().toLowerCase(Locale.ROOT);
        if (name.length() > MAX_NAME_LENGTH) {
            return Optional.empty();
        }
        Optional<ModelLimits> found = longestPrefix(name);
        for (int start = afterPrefix(name, 0); found.isEmpty() && start > 0; start = afterPrefix(name, start)) {
            found = longestPrefix(name.substring(start));
        }
        return found;
    }

    private Optional<ModelLimits> longestPrefix(String name) {
        for (int end = name.length(); end > 0; end--) {
            if (end == name.length() || "-:@/".indexOf(name.charAt(end)) >= 0) {
                ModelLimits known = limits.get(name.substring(0, end));
                if (known != null) {
                    return Optional.of(known);
                }
            }
        }
        return Optional.empty();
    }

    // What ends with '/' is a prefix whatever it is; before '.' and ':' only letters and hyphens are, for "gpt-4.1" is
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

    private static ModelLimits limits(String name, String value) {
        var numbers = NUMBERS.matcher(value.strip());
        if (numbers.matches()) {
            long window = Long.parseLong(numbers.group(1));
            String output = numbers.group(2);
            long maxOutput = output == null ? 0 : Long.parseLong(output);
            if (window >= ModelLimits.MIN_WINDOW && window <= ModelLimits.MAX_WINDOW && maxOutput <= window) {
                return new ModelLimits((int) window, (int) maxOutput);
            }
        }
        throw new IllegalArgumentException("model " + name + " must be " + FORMAT + ", but was '" + value + "'");
    }

    private static Properties read(Reader reader) throws IOException {
        Properties entries = new Properties();
        entries.load(reader);
        return entries;
    }
}
