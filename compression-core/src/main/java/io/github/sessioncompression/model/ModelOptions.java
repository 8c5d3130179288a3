package io.github.sessioncompression.model;

import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

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
    private static final ModelOptions DEFAULTS = new ModelOptions(new Draft());

    private final Duration timeout;
    private final Duration deadline;
    private final int retries;
    private final Duration backoff;
    private final double jitter;
    private final int breakerThreshold;
    private final Duration cooldown;
    private final int contextWindow;
    private final int maxOutputTokens;
    private final int maxSteps;
    private final double wordsPerToken;
    private final int resultCodePoints;
    private final Set<String> uncutTools;
    private final Prompts prompts;

    private ModelOptions(Draft from) {
        this.timeout = within("timeout", from.timeout, Duration.ofMillis(1), Duration.ofHours(1));
        this.deadline = within("deadline", from.deadline, Duration.ofMillis(1), Duration.ofHours(24));
        this.retries = within("retries", from.retries, 0, 10);
        this.backoff = within("backoff", from.backoff, Duration.ofMillis(1), Duration.ofMinutes(10));
        this.jitter = within("jitter", from.jitter, 0.0, 0.9);
        this.breakerThreshold = within("breakerThreshold", from.breakerThreshold, 1, 1_000);
        this.cooldown = within("cooldown", from.cooldown, Duration.ofMillis(1), Duration.ofHours(24));
        this.contextWindow = within("contextWindow", from.contextWindow, 1_000, 100_000_000);
        this.maxOutputTokens = within("maxOutputTokens", from.maxOutputTokens, 0, 10_000_000);
        this.maxSteps = within("maxSteps", from.maxSteps, 1, 1_000);
        this.wordsPerToken = within("wordsPerToken", from.wordsPerToken, 0.05, 2.0);
        this.resultCodePoints = within("resultCodePoints", from.resultCodePoints, 100, 10_000_000);
        this.uncutTools = Set.copyOf(from.uncutTools);
        this.prompts = Objects.requireNonNull(from.prompts, "prompts");
    }

    /** The defaults, each stated at its accessor. */
    public static ModelOptions defaults() {
        return DEFAULTS;
    }

    /** The longest one call may take, waiting for a free thread included; 1 ms to 1 h, default 60 s. */
    public Duration timeout() {
        return timeout;
    }

    /**
     * The longest a whole compilation may take, all steps, repairs, retries and pauses included; 1 ms to 24 h, default 3 min.
     * A call that starts shortly before gets only what is left; a pause that would last longer is not begun.
     */
    public Duration deadline() {
        return deadline;
    }

    /** How often a call that threw or timed out is made again; 0 to 10, default 2. */
    public int retries() {
        return retries;
    }

    /** The pause before the first retry, doubled for each further one; 1 ms to 10 min, default 1 s. */
    public Duration backoff() {
        return backoff;
    }

    /** The share by which a pause may be longer or shorter at random; 0 to 0.9, default 0, which makes pauses exact. */
    public double jitter() {
        return jitter;
    }

    /**
     * After how many failures in a row, of all conversations, the model is left alone for {@link #cooldown()}; 1 to 1,000,
     * default 5. A call that threw or timed out is a failure, and so is an answer that could not be used even after repair.
     */
    public int breakerThreshold() {
        return breakerThreshold;
    }

    /** How long the model is left alone, before one call is let through to see if it works; 1 ms to 24 h, default 60 s. */
    public Duration cooldown() {
        return cooldown;
    }

    /**
     * The window of the model that compresses, in tokens, output included; 1,000 to 100,000,000, default 128,000. Larger input
     * is compressed in steps; a tenth is left free because counting is an estimate.
     */
    public int contextWindow() {
        return contextWindow;
    }

    /**
     * The most the model may write, in tokens; 0 to 10,000,000. The default, 0, means twice the state's cap, at least 4,096
     * (models that think need the room) and at most a third of {@link #contextWindow()}.
     */
    public int maxOutputTokens() {
        return maxOutputTokens;
    }

    /** In how many steps input that exceeds the window may be compressed, at most; 1 to 1,000, default 16. */
    public int maxSteps() {
        return maxSteps;
    }

    /**
     * How many words a token makes, to tell the model a size it can judge; 0.05 to 2, default 0.5. English is nearer to 0.75,
     * Russian and German to 0.5, so the default errs on the short side.
     */
    public double wordsPerToken() {
        return wordsPerToken;
    }

    /**
     * The most of one tool result that the model is shown, in code points: its head and its tail, with how much went between
     * them; 100 to 10,000,000, default 4,000.
     */
    public int resultCodePoints() {
        return resultCodePoints;
    }

    /** The tools whose results are shown whole, by name; default none. */
    public Set<String> uncutTools() {
        return uncutTools;
    }

    /** The instructions; default {@link Prompts#bundled()}. */
    public Prompts prompts() {
        return prompts;
    }

    /** These options with another {@link #timeout()}. */
    public ModelOptions withTimeout(Duration value) {
        return with(b -> b.timeout = value);
    }

    /** These options with another {@link #deadline()}. */
    public ModelOptions withDeadline(Duration value) {
        return with(b -> b.deadline = value);
    }

    /** These options with other {@link #retries()}. */
    public ModelOptions withRetries(int value) {
        return with(b -> b.retries = value);
    }

    /** These options with another {@link #backoff()}. */
    public ModelOptions withBackoff(Duration value) {
        return with(b -> b.backoff = value);
    }

    /** These options with another {@link #jitter()}. */
    public ModelOptions withJitter(double value) {
        return with(b -> b.jitter = value);
    }

    /** These options with another {@link #breakerThreshold()}. */
    public ModelOptions withBreakerThreshold(int value) {
        return with(b -> b.breakerThreshold = value);
    }

    /** These options with another {@link #cooldown()}. */
    public ModelOptions withCooldown(Duration value) {
        return with(b -> b.cooldown = value);
    }

    /** These options with another {@link #contextWindow()}. */
    public ModelOptions withContextWindow(int value) {
        return with(b -> b.contextWindow = value);
    }

    /** These options with other {@link #maxOutputTokens()}. */
    public ModelOptions withMaxOutputTokens(int value) {
        return with(b -> b.maxOutputTokens = value);
    }

    /** These options with other {@link #maxSteps()}. */
    public ModelOptions withMaxSteps(int value) {
        return with(b -> b.maxSteps = value);
    }

    /** These options with other {@link #wordsPerToken()}. */
    public ModelOptions withWordsPerToken(double value) {
        return with(b -> b.wordsPerToken = value);
    }

    /** These options with other {@link #resultCodePoints()}. */
    public ModelOptions withResultCodePoints(int value) {
        return with(b -> b.resultCodePoints = value);
    }

    /** These options with other {@link #uncutTools()}. */
    public ModelOptions withUncutTools(Set<String> value) {
        return with(b -> b.uncutTools = value);
    }

    /** These options with other {@link #prompts()}. */
    public ModelOptions withPrompts(Prompts value) {
        return with(b -> b.prompts = value);
    }

    private ModelOptions with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return new ModelOptions(draft);
    }

    private static <T extends Comparable<T>> T within(String name, T value, T least, T most) {
        Objects.requireNonNull(value, name);
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new IllegalArgumentException(name + " must be " + least + " to " + most + ", but was " + value);
        }
        return value;
    }

    /** The values before they are checked, so that each of them is named only where it is changed. */
    private static final class Draft {
        private Duration timeout = Duration.ofSeconds(60);
        private Duration deadline = Duration.ofMinutes(3);
        private int retries = 2;
        private Duration backoff = Duration.ofSeconds(1);
        private double jitter;
        private int breakerThreshold = 5;
        private Duration cooldown = Duration.ofSeconds(60);
        private int contextWindow = 128_000;
        private int maxOutputTokens;
        private int maxSteps = 16;
        private double wordsPerToken = 0.5;
        private int resultCodePoints = 4_000;
        private Set<String> uncutTools = Set.of();
        private Prompts prompts = Prompts.bundled();

        Draft() {}

        Draft(ModelOptions from) {
            timeout = from.timeout;
            deadline = from.deadline;
            retries = from.retries;
            backoff = from.backoff;
            jitter = from.jitter;
            breakerThreshold = from.breakerThreshold;
            cooldown = from.cooldown;
            contextWindow = from.contextWindow;
            maxOutputTokens = from.maxOutputTokens;
            maxSteps = from.maxSteps;
            wordsPerToken = from.wordsPerToken;
            resultCodePoints = from.resultCodePoints;
            uncutTools = from.uncutTools;
            prompts = from.prompts;
        }
    }
}
