package io.github.sessioncompression.model;

import io.github.sessioncompression.option.Bounds;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How compression by a model works: time limits, retries, the circuit breaker, sizes and prompts.
 *
 * <p>Immutable, so safe for use by many threads. Start from {@link #defaults()} and change what differs:
 * <pre>{@code
 * ModelOptions options = ModelOptions.defaults().withTimeout(Duration.ofSeconds(20)).withRetries(1);
 * }</pre>
 * Each {@code withX} throws {@link IllegalArgumentException}, naming the bounds, if the value is outside of them.
 */
public final class ModelOptions {
    /** The largest window that is assumed where none is set. */
    public static final int MOST_DERIVED = 128_000;

    /** The smallest window that a compression model can have. */
    public static final int MIN_WINDOW = 1_000;

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

    /** The longest one call may take, waiting for a free thread included; 1 ms to 1 h, default 60 s. */
    public Duration timeout() {
        return values.timeout;
    }

    /**
     * The longest a whole compilation may take, all steps, repairs, retries and pauses included; 1 ms to 24 h, by default three times the
     * {@link #timeout()}.
     * A call that starts shortly before gets only what is left; a pause that would last longer is not begun.
     */
    public Duration deadline() {
        return values.effectiveDeadline();
    }

    /** How often a call that threw or timed out is made again; 0 to 10, default 2. */
    public int retries() {
        return values.retries;
    }

    /** The pause before the first retry, doubled for each further one; 1 ms to 10 min, default 1 s. */
    public Duration backoff() {
        return values.backoff;
    }

    /**
     * After how many failures in a row, of all conversations, the model is left alone for {@link #cooldown()}; 1 to 1,000,
     * default 5. A call that threw or timed out is a failure, and so is an answer that could not be used even after repair.
     */
    public int breakerThreshold() {
        return values.breakerThreshold;
    }

    /** How long the model is left alone, before one call is let through to see if it works; 1 ms to 24 h, default 60 s. */
    public Duration cooldown() {
        return values.cooldown;
    }

    /**
     * The window of the model that compresses, in tokens, output included; 1,000 to 100,000,000. The default, 0, means the chat's window,
     * but at most {@value #MOST_DERIVED}. Larger input is compressed in steps; a tenth is left free because counting is an estimate. A
     * model that refuses a request as too long is taken to have the smaller window from then on.
     */
    public int contextWindow() {
        return values.contextWindow;
    }

    /**
     * The most the model may write, in tokens; 0 to 10,000,000. The default, 0, means twice the state's cap, at least 4,096
     * (models that think need the room) and at most a third of {@link #contextWindow()}.
     */
    public int maxOutputTokens() {
        return values.maxOutputTokens;
    }

    /** In how many steps input that exceeds the window may be compressed, at most; 1 to 1,000, default 16. */
    public int maxSteps() {
        return values.maxSteps;
    }

    /**
     * The most of one tool result that the model is shown, in code points: its head and its tail, with how much went between
     * them; 100 to 10,000,000, default 4,000.
     */
    public int resultCodePoints() {
        return values.resultCodePoints;
    }

    /** The tools whose results are shown whole, by name; default none. */
    public Set<String> uncutTools() {
        return values.uncutTools;
    }

    /** The instructions; default {@link Prompts#bundled()}. */
    public Prompts prompts() {
        return values.prompts;
    }

    /** These options with another {@link #timeout()}. */
    public ModelOptions withTimeout(Duration value) {
        return with(draft -> draft.timeout = value);
    }

    /** These options with another {@link #deadline()}. */
    public ModelOptions withDeadline(Duration value) {
        return with(draft -> draft.deadline = Objects.requireNonNull(value, "deadline"));
    }

    /** These options with other {@link #retries()}. */
    public ModelOptions withRetries(int value) {
        return with(draft -> draft.retries = value);
    }

    /** These options with another {@link #backoff()}. */
    public ModelOptions withBackoff(Duration value) {
        return with(draft -> draft.backoff = value);
    }

    /** These options with another {@link #breakerThreshold()}. */
    public ModelOptions withBreakerThreshold(int value) {
        return with(draft -> draft.breakerThreshold = value);
    }

    /** These options with another {@link #cooldown()}. */
    public ModelOptions withCooldown(Duration value) {
        return with(draft -> draft.cooldown = value);
    }

    /** These options for a chat of that window, in tokens: where no {@link #contextWindow()} is set it follows from it. */
    public static ModelOptions forChat(ModelOptions options, int chatWindow) {
        return options.contextWindow() > 0
                ? options
                : options.withContextWindow(Math.max(MIN_WINDOW, Math.min(MOST_DERIVED, chatWindow)));
    }

    /** These options with another {@link #contextWindow()}. */
    public ModelOptions withContextWindow(int value) {
        return with(draft -> draft.contextWindow = value);
    }

    /** These options with other {@link #maxOutputTokens()}. */
    public ModelOptions withMaxOutputTokens(int value) {
        return with(draft -> draft.maxOutputTokens = value);
    }

    /** These options with other {@link #maxSteps()}. */
    public ModelOptions withMaxSteps(int value) {
        return with(draft -> draft.maxSteps = value);
    }

    /** These options with other {@link #resultCodePoints()}. */
    public ModelOptions withResultCodePoints(int value) {
        return with(draft -> draft.resultCodePoints = value);
    }

    /** These options with other {@link #uncutTools()}. */
    public ModelOptions withUncutTools(Set<String> value) {
        return with(draft -> draft.uncutTools = Set.copyOf(Objects.requireNonNull(value, "uncutTools")));
    }

    /** These options with other {@link #prompts()}. */
    public ModelOptions withPrompts(Prompts value) {
        return with(draft -> draft.prompts = value);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other == this
                || (other instanceof ModelOptions that && values.named().equals(that.values.named()));
    }

    @Override
    public int hashCode() {
        return values.named().hashCode();
    }

    /** All values by name; of the prompts only whether they are the bundled ones. */
    @Override
    public String toString() {
        Map<String, Object> shown = values.named();
        shown.replace("prompts", values.prompts.equals(Prompts.bundled()) ? "bundled" : "own");
        return "ModelOptions" + shown;
    }

    private ModelOptions with(Consumer<Draft> change) {
        Draft draft = new Draft(values);
        change.accept(draft);
        return new ModelOptions(draft);
    }

    /** The defaults, and what a {@code withX} changes before the result is checked; not changed afterwards. */
    private static final class Draft {
        Duration timeout = Duration.ofSeconds(60);

        @Nullable
        Duration deadline;

        int retries = 2;
        Duration backoff = Duration.ofSeconds(1);
        int breakerThreshold = 5;
        Duration cooldown = Duration.ofSeconds(60);
        int contextWindow;
        int maxOutputTokens;
        int maxSteps = 16;
        int resultCodePoints = 4_000;
        Set<String> uncutTools = Set.of();
        Prompts prompts = Prompts.bundled();

        Draft() {}

        Draft(Draft from) {
            timeout = from.timeout;
            deadline = from.deadline;
            retries = from.retries;
            backoff = from.backoff;
            breakerThreshold = from.breakerThreshold;
            cooldown = from.cooldown;
            contextWindow = from.contextWindow;
            maxOutputTokens = from.maxOutputTokens;
            maxSteps = from.maxSteps;
            resultCodePoints = from.resultCodePoints;
            uncutTools = from.uncutTools;
            prompts = from.prompts;
        }

        Duration effectiveDeadline() {
            return deadline == null ? timeout.multipliedBy(CALLS_PER_DEADLINE) : deadline;
        }

        void check() {
            Bounds.within("timeout", timeout, Duration.ofMillis(1), Duration.ofHours(1));
            Bounds.within("deadline", effectiveDeadline(), Duration.ofMillis(1), Duration.ofHours(24));
            Bounds.within("retries", retries, 0, 10);
            Bounds.within("backoff", backoff, Duration.ofMillis(1), Duration.ofMinutes(10));
            Bounds.within("breakerThreshold", breakerThreshold, 1, 1_000);
            Bounds.within("cooldown", cooldown, Duration.ofMillis(1), Duration.ofHours(24));
            Bounds.zeroOrWithin(
                    "contextWindow", contextWindow, "the chat's window, at most 128000", MIN_WINDOW, 100_000_000);
            Bounds.within("maxOutputTokens", maxOutputTokens, 0, 10_000_000);
            Bounds.within("maxSteps", maxSteps, 1, 1_000);
            Bounds.within("resultCodePoints", resultCodePoints, 100, 10_000_000);
            Objects.requireNonNull(prompts, "prompts");
        }

        Map<String, Object> named() {
            Map<String, Object> named = new LinkedHashMap<>();
            named.put("timeout", timeout);
            named.put("deadline", effectiveDeadline());
            named.put("retries", retries);
            named.put("backoff", backoff);
            named.put("breakerThreshold", breakerThreshold);
            named.put("cooldown", cooldown);
            named.put("contextWindow", contextWindow);
            named.put("maxOutputTokens", maxOutputTokens);
            named.put("maxSteps", maxSteps);
            named.put("resultCodePoints", resultCodePoints);
            named.put("uncutTools", uncutTools);
            named.put("prompts", prompts);
            return named;
        }
    }
}
