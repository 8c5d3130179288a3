package io.github.sessioncompression.prune;

import io.github.sessioncompression.option.OptionSet;
import io.github.sessioncompression.option.ValueType;
import io.github.sessioncompression.prune.PruneOptions.Pruning;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Options of tool result pruning: when results become placeholders, and which ones.
 *
 * <p>Immutable, compared by value. The numbers of tokens are meant for windows from 128,000 tokens up; in a smaller one
 * they are lowered to a share of it, so that pruning works at 4,000 tokens as well (see {@link Pruner}).
 * Each {@code withX} throws {@link IllegalArgumentException}, naming the bounds, if the value is outside of them.
 */
public final class PruneOptions extends OptionSet<PruneOptions> {
    /** The tool name for every tool without a policy of its own. */
    public static final String ANY_TOOL = "*";

    /** The smallest {@link #maxResultTokens()}: below it nothing readable would be left of a result. */
    public static final int MIN_RESULT_TOKENS = 100;

    private static final int MIN_CONTEXT = 20_000;
    private static final int PROTECT = 40_000;

    private static final ValueType<Integer> NOT_NEGATIVE = ValueType.integer(0, Integer.MAX_VALUE);

    private static final Option<Pruning> PRUNING = Option.of("pruning", Pruning.AUTO, ValueType.oneOf(Pruning.class));
    private static final Option<Integer> TRIGGER_TOKENS = Option.of("triggerTokens", 0, NOT_NEGATIVE);
    private static final Option<Integer> MIN_CONTEXT_TOKENS =
            following("minContextTokens", options -> options.triggerTokens() == 0 ? MIN_CONTEXT : 0);
    private static final Option<Integer> PROTECT_TOKENS = following(
            "protectTokens",
            options -> options.triggerTokens() == 0 ? PROTECT : Math.min(PROTECT, options.triggerTokens() / 4));
    private static final Option<Integer> MIN_SAVINGS_TOKENS =
            following("minSavingsTokens", PruneOptions::protectTokens);
    private static final Option<Integer> KEEP_LAST_TURNS = Option.of("keepLastTurns", 1, NOT_NEGATIVE);
    private static final Option<Integer> MAX_RESULT_TOKENS = Option.of(
            "maxResultTokens", 0, ValueType.integerOrZero("half of the window", MIN_RESULT_TOKENS, Integer.MAX_VALUE));
    private static final Option<Map<String, ToolPolicy>> TOOLS =
            Option.inCode("tools", Map.of(ANY_TOOL, ToolPolicy.PRUNE));

    private static final PruneOptions DEFAULTS = new PruneOptions(Values.of(
            PRUNING,
            TRIGGER_TOKENS,
            MIN_CONTEXT_TOKENS,
            PROTECT_TOKENS,
            MIN_SAVINGS_TOKENS,
            KEEP_LAST_TURNS,
            MAX_RESULT_TOKENS,
            TOOLS));

    private PruneOptions(Values values) {
        super(values, PruneOptions::new);
    }

    /** An option whose default follows from others. */
    private static Option<Integer> following(String name, Function<PruneOptions, Integer> value) {
        return new Option<>(name, NOT_NEGATIVE, options -> value.apply((PruneOptions) options));
    }

    /** The options that fit most applications. */
    public static PruneOptions defaults() {
        return DEFAULTS;
    }

    /** Results that are looked at; {@link Pruning#AUTO} by default. */
    public Pruning pruning() {
        return get(PRUNING);
    }

    /**
     * Tokens of tool results in the context above which old ones are pruned after an answer, though the context is below the size that
     * triggers a compression; 0, the default, for none.
     *
     * <p>Each such step makes the provider read what stays behind the first pruned result again, whereas a chat that stays below the trigger
     * would have kept its whole cached prefix.
     */
    public int triggerTokens() {
        return get(TRIGGER_TOKENS);
    }

    /**
     * The context size in tokens below which nothing is pruned, 0 or more, never above 25 % of the window; 20,000 by default, 0 with
     * {@link #triggerTokens()}.
     */
    public int minContextTokens() {
        return get(MIN_CONTEXT_TOKENS);
    }

    /**
     * Tokens of the newest tool results that stay, 0 or more, never above 25 % of the window; 40,000 by default, and at most a quarter of
     * {@link #triggerTokens()}. The result that crosses the number is the first to go. Results of tools whose policy lets none go don't count.
     */
    public int protectTokens() {
        return get(PROTECT_TOKENS);
    }

    /**
     * Tokens that one step saves at least, 0 or more, never above 15 % of the window; by default as many as {@link #protectTokens()}, so
     * that a step is paid back after the same number of calls.
     *
     * <p>A step makes the provider read what stays behind the first replaced result again. At 0.1 of the input price for a
     * cached token and 1.25 for writing one, saving as many tokens as stay there pays for it within twelve calls, saving
     * half as many within 23. If the provider has no prompt cache, smaller is better.
     */
    public int minSavingsTokens() {
        return get(MIN_SAVINGS_TOKENS);
    }

    /**
     * Number of last turns, the current one included, that are left alone, 0 or more; 1 by default. 0 lets an agent that
     * works through one long turn prune inside it; the results that the model has not answered yet stay all the same.
     */
    public int keepLastTurns() {
        return get(KEEP_LAST_TURNS);
    }

    /**
     * The size in tokens above which a tool result loses its middle from the moment it enters the view, 0 or at least
     * {@value #MIN_RESULT_TOKENS}; 0, the default, is half of the window. It holds under every policy of the tool.
     */
    public int maxResultTokens() {
        return get(MAX_RESULT_TOKENS);
    }

    /** The policies by tool name in the order given, {@link #ANY_TOOL} for all other tools; unmodifiable. */
    public Map<String, ToolPolicy> tools() {
        return get(TOOLS);
    }

    /** The policy for the results of {@code toolName}: its own, else that of {@link #ANY_TOOL}, else {@link ToolPolicy#PRUNE}. */
    public ToolPolicy policyFor(String toolName) {
        Objects.requireNonNull(toolName, "toolName");
        return tools().getOrDefault(toolName, tools().getOrDefault(ANY_TOOL, ToolPolicy.PRUNE));
    }

    /** The names among {@link #tools()} whose results a compression reads whole, {@link #ANY_TOOL} if it is one. */
    public Set<String> summarizedTools() {
        return tools().entrySet().stream()
                .filter(tool -> tool.getValue() == ToolPolicy.SUMMARIZE)
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** These options with another choice of results. */
    public PruneOptions withPruning(Pruning choice) {
        return with(PRUNING, choice);
    }

    /** These options with another number of tokens at which pruning starts; 0 for none. */
    public PruneOptions withTriggerTokens(int trigger) {
        return with(TRIGGER_TOKENS, trigger);
    }

    /** These options with another least context size. */
    public PruneOptions withMinContextTokens(int minContext) {
        return with(MIN_CONTEXT_TOKENS, minContext);
    }

    /** These options with another number of protected tokens. */
    public PruneOptions withProtectTokens(int protect) {
        return with(PROTECT_TOKENS, protect);
    }

    /** These options with another least saving of a step. */
    public PruneOptions withMinSavingsTokens(int minSavings) {
        return with(MIN_SAVINGS_TOKENS, minSavings);
    }

    /** These options with another number of turns left alone. */
    public PruneOptions withKeepLastTurns(int turns) {
        return with(KEEP_LAST_TURNS, turns);
    }

    /** These options with another size that one result may have. */
    public PruneOptions withMaxResultTokens(int maxResult) {
        return with(MAX_RESULT_TOKENS, maxResult);
    }

    /**
     * These options with {@code policy} for {@code toolName} instead of the one it had.
     *
     * @throws IllegalArgumentException if {@code toolName} is blank
     */
    public PruneOptions withTool(String toolName, ToolPolicy policy) {
        if (Objects.requireNonNull(toolName, "toolName").isBlank()) {
            throw new IllegalArgumentException("toolName must not be blank; all other tools are " + ANY_TOOL);
        }
        Map<String, ToolPolicy> changed = new LinkedHashMap<>(tools());
        changed.put(toolName, Objects.requireNonNull(policy, "policy"));
        return with(TOOLS, Collections.unmodifiableMap(changed));
    }

    /** Tool results that pruning looks at. */
    public enum Pruning {
        /** Old results, by the {@link ToolPolicy} of their tool. The default. */
        AUTO,
        /** None, unless the context would not fit otherwise. */
        KEEP_ALL,
        /** Every result that the model has answered, of any tool, age and size. */
        KEEP_NONE,
        /** None, at any size of the context; results are not cut either. */
        OFF
    }

    /**
     * Treatment of the results of one tool.
     *
     * <p>Decides in {@link Pruning#AUTO} mode, and if the context would not fit otherwise.
     */
    public enum ToolPolicy {
        /** An old result becomes a placeholder, and its call loses the middle of long arguments; a compression reads it cut short. The default. */
        PRUNE,
        /** A result stays in the view until a compression covers it, and that compression reads it whole. */
        SUMMARIZE,
        /** A result stays in the view until a compression covers it, even if the context does not fit. */
        KEEP
    }
}
