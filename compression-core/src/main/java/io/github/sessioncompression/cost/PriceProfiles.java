package io.github.sessioncompression.cost;

import io.github.sessioncompression.option.Resources;
import io.github.sessioncompression.option.ValueType;
import io.github.sessioncompression.token.ModelNames;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The bundled {@linkplain PriceProfile price profiles} by name, from {@code prices.properties}, which names source and date of each figure.
 *
 * <p>Names of models are looked up as for their windows: prefixes of providers and regions are passed over, and the longest known beginning
 * decides. Immutable, so safe for use by many threads.
 */
public final class PriceProfiles {
    /** The name of the profile for a model that is not known. */
    public static final String DEFAULT = "openai-like";

    private static final String FILE = "prices.properties";
    private static final String RELATIVE = "relative";
    private static final int FIELDS = 8;
    private static final ValueType<Double> PRICE = ValueType.decimal(0, 1_000_000);
    private static final ValueType<Integer> TOKENS = ValueType.integer(0, 1_000_000);
    private static final ValueType<Duration> TIME = ValueType.duration(Duration.ofSeconds(1), Duration.ofDays(30));

    private static final PriceProfiles BUNDLED = read(Resources.texts(PriceProfiles.class, FILE));

    private final Map<String, PriceProfile> profiles;

    private PriceProfiles(Map<String, PriceProfile> profiles) {
        this.profiles = profiles;
    }

    /**
     * Reads lines, each by its name.
     *
     * @throws IllegalArgumentException if a line is not written as it should be, or names a profile that does not come before it; the message
     *     has name, field, value and range
     */
    static PriceProfiles read(Map<String, String> lines) {
        Map<String, PriceProfile> read = new TreeMap<>();
        lines.forEach((name, line) -> read.put(name.toLowerCase(Locale.ROOT), profile(name, line.strip(), read)));
        return new PriceProfiles(read);
    }

    private static PriceProfile profile(String name, String line, Map<String, PriceProfile> before) {
        PriceProfile same = before.get(line);
        if (same != null) {
            return same;
        }
        String[] fields = line.split("\\s*,\\s*", -1);
        if (fields.length != FIELDS) {
            throw new IllegalArgumentException(name
                    + " must be the name of a profile before it, or 'unit, input, cached read, cache write, output, least prefix, step,"
                    + " lifetime', but was '" + line + "'");
        }
        try {
            return new PriceProfile(
                    name,
                    fields[0].equals(RELATIVE) ? "" : fields[0],
                    field("input", PRICE, fields[1]),
                    field("cached read", PRICE, fields[2]),
                    field("cache write", PRICE, fields[3]),
                    field("output", PRICE, fields[4]),
                    field("least prefix", TOKENS, fields[5]),
                    field("step", TOKENS, fields[6]),
                    field("lifetime", TIME, fields[7]));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
        }
    }

    /** The value of a field as it is written; {@link PriceProfile} checks its range. */
    private static <T> T field(String field, ValueType<T> type, String text) {
        try {
            return type.read().apply(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(field + " must be " + type.allowed() + ", but was '" + text + "'", e);
        }
    }

    /** The profile of a name, or of the model whose name begins so; empty if there is none. */
    Optional<PriceProfile> named(String name) {
        return ModelNames.find(name, profiles);
    }

    /** Names of all bundled profiles and models, in alphabetical order; unmodifiable. */
    public static List<String> names() {
        return List.copyOf(BUNDLED.profiles.keySet());
    }

    /** The bundled profile of a name, or of the model whose name begins so; empty if there is none. */
    public static Optional<PriceProfile> find(String name) {
        return BUNDLED.named(Objects.requireNonNull(name, "name"));
    }

    /** The bundled profile of a model; {@value #DEFAULT} if the name is empty or not known. */
    public static PriceProfile of(String modelName) {
        return find(modelName).or(() -> find(DEFAULT)).orElseThrow();
    }
}
