package io.github.sessioncompression.cost;

import io.github.sessioncompression.option.Resources;
import io.github.sessioncompression.token.ModelNames;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

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
    private static final Map<String, PriceProfile> BUNDLED = read(Resources.texts(PriceProfiles.class, FILE));

    private PriceProfiles() {}

    private static Map<String, PriceProfile> read(Map<String, String> lines) {
        Map<String, PriceProfile> read = new HashMap<>();
        lines.forEach((name, line) -> {
            PriceProfile other = read.get(line);
            read.put(name, other == null ? profile(name, line.split(", ")) : other);
        });
        return read;
    }

    private static PriceProfile profile(String name, String[] fields) {
        return new PriceProfile(
                name,
                fields[0].equals(RELATIVE) ? "" : fields[0],
                Double.parseDouble(fields[1]),
                Double.parseDouble(fields[2]),
                Double.parseDouble(fields[3]),
                Double.parseDouble(fields[4]),
                Integer.parseInt(fields[5]),
                Integer.parseInt(fields[6]),
                Duration.parse("PT" + fields[7]));
    }

    /** The bundled profile of a name, or of the model whose name begins so; empty if there is none. */
    public static Optional<PriceProfile> find(String name) {
        return ModelNames.find(Objects.requireNonNull(name, "name"), BUNDLED);
    }

    /** The bundled profile of a model; {@value #DEFAULT} if the name is empty or not known. */
    public static PriceProfile of(String modelName) {
        return find(modelName).or(() -> find(DEFAULT)).orElseThrow();
    }
}
