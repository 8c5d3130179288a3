package io.github.sessioncompression.model;

import io.github.sessioncompression.option.Bounds;
import io.github.sessioncompression.token.ModelRegistry;
import io.github.sessioncompression.token.ModelRegistry.ModelLimits;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Options of compression by a model. Immutable.
 *
 * <p>Start from {@link #defaults()} and change what differs:
 * <pre>{@code
 * ModelOptions options = ModelOptions.defaults().withTimeout(Duration.ofSeconds(20)).withRetries(1);
 * }</pre>
 * Each {@code withX} throws {@link IllegalArgumentException}, naming the bounds, if the value is outside of them.
 */
public final class ModelOptions {
    /** The window assumed of a compression model where none is set and its name is not known, in tokens. */
    public static final int UNKNOWN_WINDOW = 128_000;

    /** The smallest window of a compression model. */
    public static final int MIN_WINDOW = 1_000;

    private static final int MAX_WINDOW = 100_000_000;
    private static final int CALLS_PER_DEADLINE = 3;
    private static final ModelOptions DEFAULTS = new ModelOptions(new Draft());

    private final Draft values;

    private ModelOptions(Draft draft) {
        draft.check();
        values = draft;
    }

    /** The defaults, each stated at its accessor. */
    public static ModelOptions defaults() {
        return DEFAULTS;
    }

    /** The longest duration of a whole compression: three times the timeout. A pause that would last longer is not begun. */
    public Duration deadline() {
        return values.timeout.multipliedBy(CALLS_PER_DEADLINE);
    }

    /** These options with the limits that {@code models} know by the model's name: its output limit, and its window unless one is set. */
    public ModelOptions withLimitsOf(String modelName, ModelRegistry models) {
        ModelLimits known = modelName.isBlank() ? null : models.find(modelName).orElse(null);
        if (known == null) {
            return this;
        }
        int window = Math.max(MIN_WINDOW, Math.min(MAX_WINDOW, known.contextWindow()));
        return with(draft -> {
            draft.contextWindow = values.contextWindow > 0 ? values.contextWindow : window;
            draft.outputOfModel = known.maxOutputTokens();
        });
    }

    /** The most tokens the model can write, known by its name; no limit if none is known. */
    int outputOfModel() {
        return values.outputOfModel == 0 ? Integer.MAX_VALUE : values.outputOfModel;
    }

    /** The longest duration of one call, waiting for a free thread included; 1 ms to 1 h, default 60 s. */
    public Duration timeout() {
        return values.timeout;
    }

    /** The number of retries of a call that threw or timed out; 0 to 10, default 2. */
    public int retries() {
        return values.retries;
    }

    /** The pause before the first retry, doubled for each further one; 1 ms to 10 min, default 1 s. */
    public Duration backoff() {
        return values.backoff;
    }

    /**
     * The number of compressions, of all conversations, that the model fails in a row before it is left alone for a minute; 1 to 1,000,
     * default 5.
     */
    public int breakerThreshold() {
        return values.breakerThreshold;
    }

    /**
     * The window of the compression model in tokens, output included; 1,000 to 100,000,000, or 0, the default, for the window known by the
     * model's name, else {@value #UNKNOWN_WINDOW}. Larger input is compressed in steps. A model that refuses a request as too long is taken to
     * have the smaller window from then on.
     */
    public int contextWindow() {
        return values.contextWindow;
    }

    /**
     * The most tokens the model may write; 0 to 10,000,000. The default, 0, means twice the state's cap, at least 4,096 (models that think
     * need the room), at most a third of the window, and no more than the model can write if its name is known.
     */
    public int maxOutputTokens() {
        return values.maxOutputTokens;
    }

    /** Names of the tools whose results the model is shown whole; of others it sees 4,000 characters at most. Default none. */
    public Set<String> uncutTools() {
        return values.uncutTools;
    }

    /**
     * The application's own instructions for a chat without a state; by default the library's. In it {@code {{fields}}} stands for the fields
     * of the answer, {@code {{tokens}}} and {@code {{words}}} for the size of the state.
     */
    public Optional<String> initialPrompt() {
        return values.initialPrompt;
    }

    /** The same for new messages on top of a state. */
    public Optional<String> mergePrompt() {
        return values.mergePrompt;
    }

    /** These options with another timeout. */
    public ModelOptions withTimeout(Duration value) {
        return with(draft -> draft.timeout = value);
    }

    /** These options with another number of retries. */
    public ModelOptions withRetries(int value) {
        return with(draft -> draft.retries = value);
    }

    /** These options with another backoff. */
    public ModelOptions withBackoff(Duration value) {
        return with(draft -> draft.backoff = value);
    }

    /** These options with another breaker threshold. */
    public ModelOptions withBreakerThreshold(int value) {
        return with(draft -> draft.breakerThreshold = value);
    }

    /** These options with another context window. */
    public ModelOptions withContextWindow(int value) {
        return with(draft -> draft.contextWindow = value);
    }

    /** These options with another output limit. */
    public ModelOptions withMaxOutputTokens(int value) {
        return with(draft -> draft.maxOutputTokens = value);
    }

    /** These options with other uncut tools. */
    public ModelOptions withUncutTools(Set<String> value) {
        return with(draft -> draft.uncutTools = Set.copyOf(Objects.requireNonNull(value, "uncutTools")));
    }

    /** These options with another initial prompt; {@code null} for the library's. */
    public ModelOptions withInitialPrompt(@Nullable String value) {
        return with(draft -> draft.initialPrompt = Optional.ofNullable(value));
    }

    /** These options with another merge prompt; {@code null} for the library's. */
    public ModelOptions withMergePrompt(@Nullable String value) {
        return with(draft -> draft.mergePrompt = Optional.ofNullable(value));
    }

    private ModelOptions with(Consumer<Draft> change) {
        Draft draft = new Draft(values);
        change.accept(draft);
        return new ModelOptions(draft);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ModelOptions that && values.named().equals(that.values.named());
    }

    @Override
    public int hashCode() {
        return values.named().hashCode();
    }

    /** All values by name. */
    @Override
    public String toString() {
        return "ModelOptions" + values.named();
    }

    /** The defaults, and what a {@code withX} changes before the result is checked; not changed afterwards. */
    private static final class Draft {
        Duration timeout = Duration.ofSeconds(60);
        int retries = 2;
        Duration backoff = Duration.ofSeconds(1);
        int breakerThreshold = 5;
        int contextWindow;
        int maxOutputTokens;
        int outputOfModel;
        Set<String> uncutTools = Set.of();
        Optional<String> initialPrompt = Optional.empty();
        Optional<String> mergePrompt = Optional.empty();

        Draft() {}

        Draft(Draft from) {
            timeout = from.timeout;
            retries = from.retries;
            backoff = from.backoff;
            breakerThreshold = from.breakerThreshold;
            contextWindow = from.contextWindow;
            maxOutputTokens = from.maxOutputTokens;
            outputOfModel = from.outputOfModel;
            uncutTools = from.uncutTools;
            initialPrompt = from.initialPrompt;
            mergePrompt = from.mergePrompt;
        }

        void check() {
            Bounds.within("timeout", timeout, Duration.ofMillis(1), Duration.ofHours(1));
            Bounds.within("retries", retries, 0, 10);
            Bounds.within("backoff", backoff, Duration.ofMillis(1), Duration.ofMinutes(10));
            Bounds.within("breakerThreshold", breakerThreshold, 1, 1_000);
            Bounds.zeroOrWithin(
                    "contextWindow", contextWindow, "known by the model's name, else 128000", MIN_WINDOW, MAX_WINDOW);
            Bounds.within("maxOutputTokens", maxOutputTokens, 0, 10_000_000);
            initialPrompt.ifPresent(template -> PromptTemplate.check("initialPrompt", template));
            mergePrompt.ifPresent(template -> PromptTemplate.check("mergePrompt", template));
        }

        Map<String, Object> named() {
            Map<String, Object> named = new LinkedHashMap<>();
            named.put("timeout", timeout);
            named.put("retries", retries);
            named.put("backoff", backoff);
            named.put("breakerThreshold", breakerThreshold);
            named.put("contextWindow", contextWindow);
            named.put("maxOutputTokens", maxOutputTokens);
            named.put("outputOfModel", outputOfModel);
            named.put("uncutTools", uncutTools);
            named.put("initialPrompt", initialPrompt);
            named.put("mergePrompt", mergePrompt);
            return named;
        }
    }
}
