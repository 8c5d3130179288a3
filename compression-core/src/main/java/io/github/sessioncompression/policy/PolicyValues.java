package io.github.sessioncompression.policy;

import io.github.sessioncompression.cost.CostOptions;
import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.model.ModelOptions.FailurePolicy;
import io.github.sessioncompression.option.OptionSet;
import io.github.sessioncompression.option.ValueType;
import io.github.sessioncompression.prune.PruneOptions;
import io.github.sessioncompression.recall.ExpansionOptions;
import io.github.sessioncompression.session.SessionOptions;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.token.ModelRegistry;
import io.github.sessioncompression.token.ModelRegistry.ModelLimits;
import io.github.sessioncompression.token.TokenOptions;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Values of a policy, each in its range, and the sizes in tokens that follow from them. Immutable.
 *
 * <p>Each option below has name, default and range in one place; {@link Knobs} finds it by its name. What is not set keeps a
 * default that may depend on what is: the ratios on each other, the window and the reserve on the model's name.
 * {@link CompressionPolicy} adds the methods that change a value, and refuses contradictions; here values may still contradict each
 * other, as they do midway while properties are read.
 *
 * <p>The sizes in tokens, from the window down:
 * <pre>
 * context window
 *   - reserved output        = base
 *   base * hard limit ratio  = hard limit: no request exceeds it, as far as possible
 *   base * trigger ratio     = trigger: above it a compression is due; at most triggerMaxTokens
 *   base * target ratio      = target: what a compression aims at; shrinks with a capped trigger
 *   target, at most 16,000   = cap of the state, unless one is set
 * </pre>
 */
class PolicyValues extends OptionSet<PolicyValues> {
    static final Option<Boolean> ENABLED = Option.of("enabled", true, ValueType.bool());
    static final Option<Integer> CONTEXT_WINDOW =
            Option.of("contextWindow", ValueType.integer(ModelLimits.MIN_WINDOW, ModelLimits.MAX_WINDOW));
    static final Option<String> MODEL_NAME = Option.of("modelName", ValueType.text("the name of a model", 256));
    static final Option<ModelRegistry> MODEL_LIMITS = Option.inCode("modelLimits", ModelRegistry.bundled());
    static final Option<Integer> RESERVED_OUTPUT_TOKENS =
            Option.of("reservedOutputTokens", ValueType.integer(0, ModelLimits.MAX_WINDOW));
    static final Option<Double> TRIGGER_RATIO =
            ratio("triggerRatio", policy -> Math.min(0.90, rounded(0.95 * policy.hardLimitRatio())));
    static final Option<Integer> TRIGGER_MAX_TOKENS = Option.of(
            "triggerMaxTokens", 0, ValueType.integerOrZero("no cap", ModelLimits.MIN_WINDOW, ModelLimits.MAX_WINDOW));
    static final Option<Double> TARGET_RATIO =
            ratio("targetRatio", policy -> Math.min(0.62, rounded(0.69 * policy.triggerRatio())));
    static final Option<Double> HARD_LIMIT_RATIO = ratio(
            "hardLimitRatio",
            policy -> Math.max(0.95, policy.ifSet(PolicyValues.TRIGGER_RATIO).orElse(0.0)));
    static final Option<Execution> EXECUTION = Option.of("execution", Execution.AUTO, ValueType.oneOf(Execution.class));
    static final Option<Set<TriggerPoint>> TRIGGER_POINTS = Option.of(
            "triggerPoints",
            Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.of(TriggerPoint.IDLE))),
            ValueType.setOf(TriggerPoint.class));
    static final Option<Duration> IDLE_AFTER = Option.of(
            "idleAfter", Duration.ofMinutes(10), ValueType.duration(Duration.ofMillis(1), Duration.ofHours(1)));
    static final Option<KeepRecent> KEEP_RECENT = Option.of("keepRecent", KeepRecent.targetRatio(), KeepRecent.TYPE);
    static final Option<FailurePolicy> FAILURE =
            Option.of("failure", FailurePolicy.OFFLINE, ValueType.oneOf(FailurePolicy.class));
    static final Option<StateOptions> STATE = Option.inCode("state", StateOptions.defaults());
    static final Option<PruneOptions> PRUNE = Option.inCode("prune", PruneOptions.defaults());
    static final Option<TokenOptions> TOKENS = Option.inCode("tokens", TokenOptions.defaults());
    static final Option<ModelOptions> MODEL = Option.inCode("model", ModelOptions.defaults());
    static final Option<CostOptions> COST = Option.inCode("cost", CostOptions.defaults());
    static final Option<ExpansionOptions> EXPANSION = Option.inCode("expansion", ExpansionOptions.defaults());
    static final Option<SessionOptions> SESSIONS = Option.inCode("sessions", SessionOptions.defaults());

    /** No value is set: all defaults, and no window. */
    static final PolicyValues UNSET = new PolicyValues(Values.of(
            ENABLED,
            CONTEXT_WINDOW,
            MODEL_NAME,
            MODEL_LIMITS,
            RESERVED_OUTPUT_TOKENS,
            TRIGGER_RATIO,
            TRIGGER_MAX_TOKENS,
            TARGET_RATIO,
            HARD_LIMIT_RATIO,
            EXECUTION,
            TRIGGER_POINTS,
            IDLE_AFTER,
            KEEP_RECENT,
            FAILURE,
            STATE,
            PRUNE,
            TOKENS,
            MODEL,
            COST,
            EXPANSION,
            SESSIONS));

    /** Derived from three options once, because most sizes need it. */
    private final Window window;

    private PolicyValues(Values values) {
        super(values, PolicyValues::new);
        window = Window.of(
                find(CONTEXT_WINDOW).orElse(0),
                find(RESERVED_OUTPUT_TOKENS),
                find(MODEL_NAME).flatMap(get(MODEL_LIMITS)::find));
    }

    /**
     * A ratio whose default fits the others: the target stays below a low trigger, the trigger below a low hard limit, and the hard
     * limit rises with a high trigger. Nothing rises for a high target; that is refused.
     */
    private static Option<Double> ratio(String name, Function<PolicyValues, Double> fallback) {
        return new Option<>(name, ValueType.ratio(), options -> fallback.apply((PolicyValues) options));
    }

    /**
     * A ratio cut to six decimals, so that a derived default reads like one that was written; the small addend makes up for binary
     * fractions.
     */
    private static double rounded(double ratio) {
        return Math.floor(ratio * 1e6 + 1e-3) / 1e6;
    }

    /** A copy, for the subclass. */
    PolicyValues(PolicyValues same) {
        this(same.values());
    }

    /** A copy with another value, not yet held against the others. */
    final <T> PolicyValues put(Option<T> option, T value) {
        return with(option, value);
    }

    /** True if the library is on; {@code false} makes every view the unchanged transcript. Default: true. */
    public boolean enabled() {
        return get(ENABLED);
    }

    /** The chat model's window in tokens: as set, else as {@link #modelLimits()} know it by {@link #modelName()}, else 0. */
    public int contextWindow() {
        return window.contextWindow();
    }

    /** The name of the chat model, to look its window up. Default: empty. */
    public Optional<String> modelName() {
        return find(MODEL_NAME);
    }

    /** The limits of models, to look those of {@link #modelName()} up. Default: {@link ModelRegistry#bundled()}. */
    public ModelRegistry modelLimits() {
        return get(MODEL_LIMITS);
    }

    /**
     * Tokens of the window that are left to the answer and never planned for input: as set, 0 to 1,000,000,000. Default: the
     * output limit of the model that {@link #modelName()} names (the whole window if it has none), but 32,000 and a quarter of
     * the window at most; 0 if that is no known model.
     */
    public int reservedOutputTokens() {
        return window.reserved();
    }

    /** Share of the base above which a context is compressed, above 0 and up to 1. Default: 0.90, at most 0.95 of the hard limit. */
    public double triggerRatio() {
        return get(TRIGGER_RATIO);
    }

    /** Cap of the {@linkplain #triggerTokens() trigger} in tokens, 256 to 1,000,000,000; 0, the default, for none. */
    public int triggerMaxTokens() {
        return get(TRIGGER_MAX_TOKENS);
    }

    /** Share of the base that a compression aims at, above 0 and below the trigger. Default: 0.62, at most 0.69 of the trigger. */
    public double targetRatio() {
        return get(TARGET_RATIO);
    }

    /** Share of the base that no request exceeds, from the trigger up to 1. Default: 0.95, or a larger trigger that is set. */
    public double hardLimitRatio() {
        return get(HARD_LIMIT_RATIO);
    }

    /** Time of compressions. Default: {@link Execution#AUTO}. */
    public Execution execution() {
        return get(EXECUTION);
    }

    /** Moments at which the size is checked; unmodifiable. Default: all of them but {@link TriggerPoint#IDLE}. */
    public Set<TriggerPoint> triggerPoints() {
        return get(TRIGGER_POINTS);
    }

    /** Rest after an answer that is {@link TriggerPoint#IDLE}, 1 ms to 1 h. Default: 10 minutes. */
    public Duration idleAfter() {
        return get(IDLE_AFTER);
    }

    /** Amount of the recent chat that stays in full. Default: {@link KeepRecent#targetRatio()}. */
    public KeepRecent keepRecent() {
        return get(KEEP_RECENT);
    }

    /** Reaction to a failure of the compression model. Default: {@link FailurePolicy#OFFLINE}. */
    public FailurePolicy failure() {
        return get(FAILURE);
    }

    /** Options of the state. */
    public StateOptions state() {
        return get(STATE);
    }

    /** Options of tool result pruning. */
    public PruneOptions prune() {
        return get(PRUNE);
    }

    /** Options of token counting. */
    public TokenOptions tokens() {
        return get(TOKENS);
    }

    /** Options of the compression model. */
    public ModelOptions model() {
        return get(MODEL);
    }

    /** Prices, and the planner that decides by them. */
    public CostOptions cost() {
        return get(COST);
    }

    /** Options of sessions. */
    public SessionOptions sessions() {
        return get(SESSIONS);
    }

    /** Options of automatic expansion. */
    public ExpansionOptions expansion() {
        return get(EXPANSION);
    }

    /** The context window; {@link IllegalStateException} if neither a window nor the name of a known model is set. */
    public int requireContextWindow() {
        if (window.contextWindow() == 0) {
            throw new IllegalStateException(Window.missing(modelName()));
        }
        return window.contextWindow();
    }

    /** The base of all ratios, in tokens; like all that is derived from it, it {@link #requireContextWindow() requires} the window. */
    public int baseTokens() {
        requireContextWindow();
        return window.base();
    }

    /** The size above which a context is compressed, in tokens: the ratio's share, at most {@link #triggerMaxTokens()}. */
    public int triggerTokens() {
        requireContextWindow();
        int share = window.share(triggerRatio());
        return triggerMaxTokens() == 0 ? share : Math.min(share, triggerMaxTokens());
    }

    /** The size that a compression aims at, in tokens: the ratio's share, less if the trigger is capped. */
    public int targetTokens() {
        long target = (long) window.share(targetRatio()) * triggerTokens() / window.share(triggerRatio());
        return (int) Math.max(1, target);
    }

    /** The size that no request should exceed, in tokens. */
    public int hardLimitTokens() {
        requireContextWindow();
        return window.share(hardLimitRatio());
    }

    /** The state's cap in tokens: as set, else the target, at most {@value StateOptions#MOST_DERIVED_TOKENS}. */
    public int stateMaxTokens() {
        int set = state().maxTokens();
        return set > 0 ? set : Math.min(targetTokens(), StateOptions.MOST_DERIVED_TOKENS);
    }

    /**
     * These values for a window of {@code to} instead of {@code from} tokens: numbers of tokens keep their share of it, as far as
     * they then contradict nothing.
     *
     * <p>Only numbers that are set are changed; ratios and derived sizes follow by themselves.
     */
    final PolicyValues shrunk(int from, int to) {
        PolicyValues smaller = with(CONTEXT_WINDOW, to);
        Optional<Integer> reserved = find(RESERVED_OUTPUT_TOKENS);
        if (reserved.isPresent()) {
            smaller = smaller.with(RESERVED_OUTPUT_TOKENS, Math.min(share(reserved.get(), from, to), to / 2));
        }
        // The reserve may be another share of the smaller window than it was of the larger one.
        if (state().maxTokens() > 0) {
            int most = Math.max(StateOptions.MIN_TOKENS, share(state().maxTokens(), from, to));
            smaller = smaller.with(STATE, state().withMaxTokens(Math.min(most, smaller.baseTokens())));
        }
        if (keepRecent().strategy() == KeepRecent.Strategy.TOKENS) {
            int most = share(keepRecent().amount(), from, to);
            smaller = smaller.with(KEEP_RECENT, KeepRecent.tokens(Math.min(most, smaller.triggerTokens() - 1)));
        }
        return smaller;
    }

    /** {@code tokens} of {@code from}, as tokens of {@code to}, rounded down. */
    private static int share(int tokens, int from, int to) {
        return (int) ((long) tokens * to / from);
    }
}
