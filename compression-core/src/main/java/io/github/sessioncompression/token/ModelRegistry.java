package io.github.sessioncompression.token;

import io.github.sessioncompression.option.Bounds;
import io.github.sessioncompression.option.Resources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The limits of models by name.
 *
 * <p>Names are found by their longest known beginning that ends at the end of the name or before {@code - : @ /}, in any
 * case: {@code gpt-4o-2024-08-06} is {@code gpt-4o}, but {@code gpt-4.9} is not {@code gpt-4}. Prefixes of providers,
 * hosts and regions are passed over: {@code openai/gpt-4o}, {@code models/gemini-2.5-pro},
 * {@code us.anthropic.claude-sonnet-4-5-20250929-v1:0}.
 *
 * <p>A file of limits, the bundled one and the user's alike, has lines {@code name = window} or
 * {@code name = window, output}, in tokens; empty ones and those that begin with {@code #} are passed over. A host may grant
 * less than the model can hold; an override corrects that.
 *
 * <p>Immutable, so safe for use by many threads.
 */
public final class ModelRegistry {
    private static final int MAX_NAME_LENGTH = ModelNames.MAX_LENGTH;
    private static final int MAX_FILE_BYTES = 1_000_000;
    private static final int MAX_QUOTED = 80;
    /** Longer than any good line; so a hostile one costs no time. */
    private static final int MAX_LINE = 400;

    private static final String FORMAT =
            "must be 'name = window' or 'name = window, output' in tokens, with a name of 1 to "
                    + MAX_NAME_LENGTH + " characters, window " + ModelLimits.MIN_WINDOW + " to "
                    + ModelLimits.MAX_WINDOW
                    + " and output 0 to window";
    private static final Pattern LINE = Pattern.compile("(.*\\S)\\s*=\\s*([0-9]{1,10})(?:\\s*,\\s*([0-9]{1,10}))?");

    private static final String FILE = "models.properties";
    private static final ModelRegistry BUNDLED =
            new ModelRegistry(Map.of()).with(FILE, Resources.text(ModelRegistry.class, FILE));

    private final Map<String, ModelLimits> limits;

    private ModelRegistry(Map<String, ModelLimits> limits) {
        this.limits = Map.copyOf(limits);
    }

    /** The limits that come with this library, of common models of OpenAI, Anthropic, Google, Mistral and others. */
    public static ModelRegistry bundled() {
        return BUNDLED;
    }

    /**
     * This registry with the limits of a file in UTF-8, of up to 1 MB, added, or put in place of those of the same name.
     *
     * @throws IllegalArgumentException if a line is not as it should be, or a name has two; the message has the file, the
     *     line's number, what is allowed, and the line
     * @throws IOException if the file can't be read
     */
    public ModelRegistry withOverrides(Path file) throws IOException {
        long bytes = Files.size(Objects.requireNonNull(file, "file"));
        if (bytes > MAX_FILE_BYTES) {
            throw new IllegalArgumentException(
                    file + " must have up to " + MAX_FILE_BYTES + " bytes, but has " + bytes);
        }
        return with(file.toString(), Files.readString(file));
    }

    /**
     * This registry with the limits of one more model, or in place of those of the same name.
     *
     * @param modelName 1 to 256 characters and not blank; case does not matter
     */
    public ModelRegistry with(String modelName, ModelLimits modelLimits) {
        Map<String, ModelLimits> merged = new HashMap<>(limits);
        String name = Bounds.text("modelName", modelName, MAX_NAME_LENGTH);
        merged.put(ModelNames.key(name), Objects.requireNonNull(modelLimits, "modelLimits"));
        return new ModelRegistry(merged);
    }

    private ModelRegistry with(String source, String text) {
        Map<String, ModelLimits> merged = new HashMap<>(limits);
        Map<String, Integer> lineOf = new HashMap<>();
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            String entry = (number == 1 && line.startsWith("\uFEFF") ? line.substring(1) : line).strip();
            if (entry.isEmpty() || entry.startsWith("#")) {
                continue;
            }
            Matcher parts = LINE.matcher(entry);
            ModelLimits read = entry.length() <= MAX_LINE && parts.matches() ? limits(parts) : null;
            if (read == null) {
                throw new IllegalArgumentException(
                        source + ", line " + number + ": " + FORMAT + ", but was '" + quoted(entry) + "'");
            }
            String key = ModelNames.key(parts.group(1));
            Integer before = lineOf.put(key, number);
            if (before != null) {
                throw new IllegalArgumentException(source + ", line " + number + ": " + quoted(key)
                        + " must have one line, but has line " + before + " too");
            }
            merged.put(key, read);
        }
        return new ModelRegistry(merged);
    }

    private static String quoted(String text) {
        return text.length() <= MAX_QUOTED ? text : text.substring(0, MAX_QUOTED) + "…";
    }

    /** The limits of a model; empty if the name is not known, or longer than 256 characters. */
    public Optional<ModelLimits> find(String modelName) {
        return ModelNames.find(Objects.requireNonNull(modelName, "modelName"), limits);
    }

    /** The numbers of a line; {@code null} if they, or its name, are out of range. */
    private static @Nullable ModelLimits limits(Matcher line) {
        long window = Long.parseLong(line.group(2));
        String output = line.group(3);
        long maxOutput = output == null ? 0 : Long.parseLong(output);
        boolean inRange = window >= ModelLimits.MIN_WINDOW
                && window <= ModelLimits.MAX_WINDOW
                && maxOutput <= window
                && line.group(1).length() <= MAX_NAME_LENGTH;
        return inRange ? new ModelLimits((int) window, (int) maxOutput) : null;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ModelRegistry that && limits.equals(that.limits);
    }

    @Override
    public int hashCode() {
        return limits.hashCode();
    }

    /** The number of names. */
    @Override
    public String toString() {
        return "ModelRegistry{names=" + limits.size() + "}";
    }

    /**
     * Token limits of a model.
     *
     * @param contextWindow tokens of input and output together, {@value #MIN_WINDOW} to {@value #MAX_WINDOW}
     * @param maxOutputTokens the most tokens of one answer, up to {@code contextWindow}; 0 if the model has no limit of its own
     */
    public record ModelLimits(int contextWindow, int maxOutputTokens) {
        /** The smallest window that makes sense, in tokens. */
        public static final int MIN_WINDOW = 256;

        /** The largest window that makes sense, in tokens. */
        public static final int MAX_WINDOW = 1_000_000_000;

        /**
         * Checks the bounds.
         *
         * @throws IllegalArgumentException if a number is out of its range
         */
        public ModelLimits {
            Bounds.within("contextWindow", contextWindow, MIN_WINDOW, MAX_WINDOW);
            Bounds.within("maxOutputTokens", maxOutputTokens, 0, contextWindow);
        }
    }
}
