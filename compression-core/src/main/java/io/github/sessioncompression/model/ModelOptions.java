package io.github.sessioncompression.model;

import io.github.sessioncompression.option.OptionSet;
import io.github.sessioncompression.option.ValueType;
import io.github.sessioncompression.token.ModelRegistry;
import io.github.sessioncompression.token.ModelRegistry.ModelLimits;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
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
public final class ModelOptions extends OptionSet<ModelOptions> {
    /** The window assumed of a compression model if none is set and its name is not known, in tokens. */
    public static final int UNKNOWN_WINDOW = 128_000;

    /** The smallest window of a compression model. */
    public static final int MIN_WINDOW = 1_000;

    private static final int MAX_WINDOW = 100_000_000;
    private static final int CALLS_PER_DEADLINE = 3;

    private static final Option<Duration> TIMEOUT =
            Option.of("timeout", Duration.ofSeconds(60), ValueType.duration(Duration.ofMillis(1), Duration.ofHours(1)));
    private static final Option<Integer> RETRIES = Option.of("retries", 2, ValueType.integer(0, 10));
    private static final Option<Duration> BACKOFF = Option.of(
            "backoff", Duration.ofSeconds(1), ValueType.duration(Duration.ofMillis(1), Duration.ofMinutes(10)));
    private static final Option<Integer> BREAKER_THRESHOLD =
            Option.of("breakerThreshold", 5, ValueType.integer(1, 1_000));
    private static final Option<Integer> CONTEXT_WINDOW = Option.of(
            "contextWindow",
            0,
            ValueType.integerOrZero("known by the model's name, else " + UNKNOWN_WINDOW, MIN_WINDOW, MAX_WINDOW));
    private static final Option<Integer> MAX_OUTPUT_TOKENS =
            Option.of("maxOutputTokens", 0, ValueType.integer(0, 10_000_000));
    private static final Option<Integer> OUTPUT_OF_MODEL = Option.inCode("outputOfModel", 0);
    private static final Option<Set<String>> UNCUT_TOOLS =
            Option.of("uncutTools", Set.of(), ValueType.inCode((name, value) -> Set.copyOf(value)));
    private static final Option<Optional<String>> INITIAL_PROMPT = prompt("initialPrompt");
    private static final Option<Optional<String>> MERGE_PROMPT = prompt("mergePrompt");

    private static final ModelOptions DEFAULTS = new ModelOptions(Values.of(
            TIMEOUT,
            RETRIES,
            BACKOFF,
            BREAKER_THRESHOLD,
            CONTEXT_WINDOW,
            MAX_OUTPUT_TOKENS,
            OUTPUT_OF_MODEL,
            UNCUT_TOOLS,
            INITIAL_PROMPT,
            MERGE_PROMPT));

    private ModelOptions(Values values) {
        super(values, ModelOptions::new);
    }

    private static Option<Optional<String>> prompt(String option) {
        return Option.of(option, Optional.empty(), ValueType.inCode((name, value) -> {
            value.ifPresent(template -> PromptTemplate.check(name, template));
            return value;
        }));
    }

    /** The defaults, each stated at its accessor. */
    public static ModelOptions defaults() {
        return DEFAULTS;
    }

    /** The longest duration of a whole compression: three times the timeout. A pause that would last longer is not begun. */
    public Duration deadline() {
        return get(TIMEOUT).multipliedBy(CALLS_PER_DEADLINE);
    }

    /** These options with the limits that {@code models} know by the model's name: its output limit, and its window unless one is set. */
    public ModelOptions withLimitsOf(String modelName, ModelRegistry models) {
        ModelLimits known = modelName.isBlank() ? null : models.find(modelName).orElse(null);
        if (known == null) {
            return this;
        }
        int window = Math.max(MIN_WINDOW, Math.min(MAX_WINDOW, known.contextWindow()));
        ModelOptions options = with(OUTPUT_OF_MODEL, known.maxOutputTokens());
        return contextWindow() > 0 ? options : options.withContextWindow(window);
    }

    /** The most tokens the model can write, known by its name; no limit if none is known. */
    int outputOfModel() {
        int known = get(OUTPUT_OF_MODEL);
        return known == 0 ? Integer.MAX_VALUE : known;
    }

    /** The longest duration of one call, waiting for a free thread included; 1 ms to 1 h, default 60 s. */
    public Duration timeout() {
        return get(TIMEOUT);
    }

    /** The number of retries of a call that threw or timed out; 0 to 10, default 2. */
    public int retries() {
        return get(RETRIES);
    }

    /** The pause before the first retry, doubled for each further one; 1 ms to 10 min, default 1 s. */
    public Duration backoff() {
        return get(BACKOFF);
    }

    /**
     * The number of compressions, of all conversations, that the model fails in a row before it is left alone for a minute; 1 to 1,000,
     * default 5.
     */
    public int breakerThreshold() {
        return get(BREAKER_THRESHOLD);
    }

    /**
     * The window of the compression model in tokens, output included; 1,000 to 100,000,000, or 0, the default, for the window known by the
     * model's name, else {@value #UNKNOWN_WINDOW}. Larger input is compressed in steps. A model that refuses a request as too long is taken to
     * have the smaller window from then on.
     */
    public int contextWindow() {
        return get(CONTEXT_WINDOW);
    }

    /**
     * The most tokens the model may write; 0 to 10,000,000. The default, 0, means twice the state's cap, at least 4,096 (models that think
     * need the room), at most a third of what the window leaves beside the instructions, and no more than the model can write if its name is known.
     */
    public int maxOutputTokens() {
        return get(MAX_OUTPUT_TOKENS);
    }

    /** Names of the tools whose results the model is shown whole; of others it sees 4,000 characters at most. Default none. */
    public Set<String> uncutTools() {
        return get(UNCUT_TOOLS);
    }

    /**
     * The application's own instructions for a chat without a state; by default the library's. In it {@code {{fields}}} is replaced by the fields
     * of the answer, {@code {{tokens}}} and {@code {{words}}} for the size of the state.
     */
    public Optional<String> initialPrompt() {
        return get(INITIAL_PROMPT);
    }

    /** The application's own instructions for new messages on top of a state, as for {@link #initialPrompt()}. */
    public Optional<String> mergePrompt() {
        return get(MERGE_PROMPT);
    }

    /** These options with another timeout. */
    public ModelOptions withTimeout(Duration value) {
        return with(TIMEOUT, value);
    }

    /** These options with another number of retries. */
    public ModelOptions withRetries(int value) {
        return with(RETRIES, value);
    }

    /** These options with another backoff. */
    public ModelOptions withBackoff(Duration value) {
        return with(BACKOFF, value);
    }

    /** These options with another breaker threshold. */
    public ModelOptions withBreakerThreshold(int value) {
        return with(BREAKER_THRESHOLD, value);
    }

    /** These options with another context window. */
    public ModelOptions withContextWindow(int value) {
        return with(CONTEXT_WINDOW, value);
    }

    /** These options with another output limit. */
    public ModelOptions withMaxOutputTokens(int value) {
        return with(MAX_OUTPUT_TOKENS, value);
    }

    /** These options with other uncut tools. */
    public ModelOptions withUncutTools(Set<String> value) {
        return with(UNCUT_TOOLS, value);
    }

    /** These options with another initial prompt; {@code null} for the library's. */
    public ModelOptions withInitialPrompt(@Nullable String value) {
        return with(INITIAL_PROMPT, Optional.ofNullable(value));
    }

    /** These options with another merge prompt; {@code null} for the library's. */
    public ModelOptions withMergePrompt(@Nullable String value) {
        return with(MERGE_PROMPT, Optional.ofNullable(value));
    }

    /**
     * Reaction to a failure of the compression model, set by {@code CompressionPolicy.withFailure}. The transcript always stays complete.
     */
    public enum FailurePolicy {
        /** The extract compiler writes the state instead. The default. */
        OFFLINE,
        /** The oldest turns are left out of this request's view, and only if it is above the hard limit. */
        TRUNCATE,
        /** The caller gets an exception. For batch jobs and tests. */
        THROW
    }
}
