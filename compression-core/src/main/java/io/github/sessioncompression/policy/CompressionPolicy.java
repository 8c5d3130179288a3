package io.github.sessioncompression.policy;

import io.github.sessioncompression.cost.CostOptions;
import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.model.ModelOptions.FailurePolicy;
import io.github.sessioncompression.option.Knob;
import io.github.sessioncompression.prune.PruneOptions;
import io.github.sessioncompression.recall.ExpansionOptions;
import io.github.sessioncompression.session.SessionOptions;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.token.ModelRegistry;
import io.github.sessioncompression.token.ModelRegistry.ModelLimits;
import io.github.sessioncompression.token.TokenOptions;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;

/**
 * Settings of compression: every knob of the library.
 *
 * <p>Immutable, so safe for use by many threads. Made in code, or read from properties whose keys start with
 * {@value #PREFIX}; what is not set keeps its default, and what is unknown, out of range or contradictory is refused:
 *
 * <pre>{@code
 * CompressionPolicy policy = CompressionPolicy.forWindow(128_000)
 *         .withTriggerRatio(0.80)
 *         .withState(StateOptions.defaults().withMaxTokens(4_000));
 * }</pre>
 *
 * <p>All ratios have one base, {@link #baseTokens()}: the context window without the tokens reserved for output.
 * {@link #knobs()} lists the properties with their defaults and ranges. Each {@code withX} throws
 * {@link IllegalArgumentException}, naming value and range, if a value is out of its range or contradicts another.
 */
public final class CompressionPolicy extends PolicyValues {
    /** Prefix of every key. */
    public static final String PREFIX = Knob.PREFIX;

    private static final CompressionPolicy DEFAULTS = new CompressionPolicy(UNSET);

    private CompressionPolicy(PolicyValues values) {
        super(values);
        List<String> contradictions = Contradictions.in(this);
        if (!contradictions.isEmpty()) {
            throw new IllegalArgumentException(String.join(System.lineSeparator(), contradictions));
        }
    }

    /** The defaults, with the context window still to be set. */
    public static CompressionPolicy defaults() {
        return DEFAULTS;
    }

    /** The defaults for a context window, in tokens. */
    public static CompressionPolicy forWindow(int contextWindow) {
        return defaults().withContextWindow(contextWindow);
    }

    /** A preset, with the context window still to be set. */
    public static CompressionPolicy preset(Preset preset) {
        return new CompressionPolicy(PolicyReader.read(Objects.requireNonNull(preset, "preset")));
    }

    /**
     * Reads the properties that start with {@value #PREFIX}; others are ignored. A preset is applied first, and single
     * settings override it.
     *
     * @throws IllegalArgumentException if a key is unknown, a value is not written as its knob demands or out of range, or
     *     settings contradict each other; the message names all faults with key, value and what is allowed
     */
    public static CompressionPolicy of(Properties properties) {
        return new CompressionPolicy(PolicyReader.read(Objects.requireNonNull(properties, "properties")));
    }

    /** All knobs, in the order in which documentation lists them. */
    public static List<Knob> knobs() {
        return Knobs.listed();
    }

    /**
     * This policy as properties for {@link #of}, without what is set in code alone: the state's schema and awareness block, the rest of an
     * idle chat, sessions, limits of models, prompts, and the finer options of tokens, pruning, expansion and the model.
     */
    public Properties toProperties() {
        return Knobs.write(this);
    }

    /** This policy switched on or off. */
    public CompressionPolicy withEnabled(boolean on) {
        return changed(ENABLED, on);
    }

    /** This policy for another {@link #contextWindow()}, 256 to 1,000,000,000 tokens. */
    public CompressionPolicy withContextWindow(int tokens) {
        return changed(CONTEXT_WINDOW, tokens);
    }

    /** This policy for the chat model of this name, 1 to 256 characters. */
    public CompressionPolicy withModelName(String name) {
        return changed(MODEL_NAME, name);
    }

    /** This policy with other limits of models, such as {@code ModelRegistry.bundled().with(name, limits)}. */
    public CompressionPolicy withModelLimits(ModelRegistry limits) {
        return changed(MODEL_LIMITS, limits);
    }

    /** This policy with other {@link #reservedOutputTokens()}, 0 to 1,000,000,000. */
    public CompressionPolicy withReservedOutputTokens(int reserved) {
        return changed(RESERVED_OUTPUT_TOKENS, reserved);
    }

    /** This policy with another {@link #triggerRatio()}. */
    public CompressionPolicy withTriggerRatio(double ratio) {
        return changed(TRIGGER_RATIO, ratio);
    }

    /** This policy with another {@link #triggerMaxTokens()}. */
    public CompressionPolicy withTriggerMaxTokens(int tokens) {
        return changed(TRIGGER_MAX_TOKENS, tokens);
    }

    /** This policy with another {@link #targetRatio()}. */
    public CompressionPolicy withTargetRatio(double ratio) {
        return changed(TARGET_RATIO, ratio);
    }

    /** This policy with another {@link #hardLimitRatio()}. */
    public CompressionPolicy withHardLimitRatio(double ratio) {
        return changed(HARD_LIMIT_RATIO, ratio);
    }

    /** This policy with other ratios, checked together: 0 &lt; target &lt; trigger &#8804; hardLimit &#8804; 1. */
    public CompressionPolicy withRatios(double target, double trigger, double hardLimit) {
        return new CompressionPolicy(
                with(TARGET_RATIO, target).put(TRIGGER_RATIO, trigger).put(HARD_LIMIT_RATIO, hardLimit));
    }

    /** This policy with another {@link #execution()}. */
    public CompressionPolicy withExecution(Execution when) {
        return changed(EXECUTION, when);
    }

    /** This policy with other {@link #triggerPoints()}; with none, only calls of the application compress. */
    public CompressionPolicy withTriggerPoints(Set<TriggerPoint> points) {
        return changed(TRIGGER_POINTS, points);
    }

    /** This policy with another {@link #idleAfter()}. */
    public CompressionPolicy withIdleAfter(Duration rest) {
        return changed(IDLE_AFTER, rest);
    }

    /** This policy with another {@link #keepRecent()}. */
    public CompressionPolicy withKeepRecent(KeepRecent keep) {
        return changed(KEEP_RECENT, keep);
    }

    /** This policy with another {@link #failure()}. */
    public CompressionPolicy withFailure(FailurePolicy what) {
        return changed(FAILURE, what);
    }

    /** This policy with other {@link #state()} options. */
    public CompressionPolicy withState(StateOptions options) {
        return changed(STATE, options);
    }

    /** This policy with other {@link #prune()} options. */
    public CompressionPolicy withPrune(PruneOptions options) {
        return changed(PRUNE, options);
    }

    /** This policy with other {@link #tokens()} options. */
    public CompressionPolicy withTokens(TokenOptions options) {
        return changed(TOKENS, options);
    }

    /** This policy with other {@link #sessions()} options. */
    public CompressionPolicy withSessions(SessionOptions options) {
        return changed(SESSIONS, options);
    }

    /** This policy with other {@link #expansion()} options. */
    public CompressionPolicy withExpansion(ExpansionOptions options) {
        return changed(EXPANSION, options);
    }

    /** This policy with other {@link #cost()} options. */
    public CompressionPolicy withCost(CostOptions options) {
        return changed(COST, options);
    }

    /** This policy with other {@link #model()} options. */
    public CompressionPolicy withModel(ModelOptions options) {
        return changed(MODEL, options);
    }

    /**
     * A policy for a model whose window turns out to be smaller: settings in tokens shrink with it, ratios stay.
     *
     * @param tokens the smaller window; below 256 it counts as 256
     * @return {@code policy} itself if its window is not larger
     * @throws IllegalStateException if {@code policy} has neither a window nor the name of a known model
     */
    public static CompressionPolicy shrunk(CompressionPolicy policy, int tokens) {
        int window = Math.max(ModelLimits.MIN_WINDOW, tokens);
        int from = policy.requireContextWindow();
        return window >= from ? policy : new CompressionPolicy(policy.shrunk(from, window));
    }

    /** The properties that differ from the defaults. */
    @Override
    public String toString() {
        return "CompressionPolicy" + Knobs.changed(this);
    }

    private <T> CompressionPolicy changed(Option<T> option, T value) {
        return new CompressionPolicy(with(option, value));
    }
}
