package io.github.sessioncompression.token;

import io.github.sessioncompression.option.Bounds;
import io.github.sessioncompression.option.Resources;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The limits of models by name.
 *
 * <p>Names are found by their longest known beginning that ends at the end of the name or before {@code - : @ /}, in any
 * case: {@code gpt-4o-2024-08-06} is {@code gpt-4o}, but {@code gpt-4.9} is not {@code gpt-4}. Prefixes of providers,
 * hosts and regions are passed over: {@code openai/gpt-4o}, {@code models/gemini-2.5-pro},
 * {@code us.anthropic.claude-sonnet-4-5-20250929-v1:0}.
 *
 * <p>A host may grant less than the model can hold; {@link #with} corrects that.
 *
 * <p>Immutable, so safe for use by many threads.
 */
public final class ModelRegistry {
    private static final int MAX_NAME_LENGTH = ModelNames.MAX_LENGTH;
    private static final String FILE = "models.properties";
    private static final ModelRegistry BUNDLED =
            new ModelRegistry(Resources.texts(ModelRegistry.class, FILE).entrySet().stream()
                    .collect(Collectors.toMap(Map.Entry::getKey, line -> limits(line.getValue()))));

    private final Map<String, ModelLimits> limits;

    private ModelRegistry(Map<String, ModelLimits> limits) {
        this.limits = Map.copyOf(limits);
    }

    /** The limits that come with this library, of common models of OpenAI, Anthropic, Google, Mistral and others. */
    public static ModelRegistry bundled() {
        return BUNDLED;
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

    /** The limits of a model; empty if the name is not known, or longer than 256 characters. */
    public Optional<ModelLimits> find(String modelName) {
        return ModelNames.find(Objects.requireNonNull(modelName, "modelName"), limits);
    }

    /** Limits of a line: the window, and the output limit if there is one. */
    private static ModelLimits limits(String line) {
        String[] numbers = line.split(", ", 2);
        return new ModelLimits(Integer.parseInt(numbers[0]), numbers.length == 1 ? 0 : Integer.parseInt(numbers[1]));
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
