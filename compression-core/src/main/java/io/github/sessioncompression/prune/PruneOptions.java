package io.github.sessioncompression.prune;

import io.github.sessioncompression.option.Bounds;
import io.github.sessioncompression.prune.PruneOptions.Pruning;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Options of tool result pruning: when results become placeholders, and which ones.
 *
 * <p>Immutable, compared by value. The numbers of tokens are meant for windows from 128,000 tokens up; in a smaller one
 * they give way to a share of it, so that pruning works at 4,000 tokens as well (see {@link Pruner}).
 */
public final class PruneOptions {
    /** The tool name that stands for every tool without a policy of its own. */
    public static final String ANY_TOOL = "*";

    /** The smallest {@link #maxResultTokens()}: below it nothing readable would be left of a result. */
    public static final int MIN_RESULT_TOKENS = 100;

    private static final int MIN_CONTEXT = 20_000;
    private static final int PROTECT = 40_000;

    private static final PruneOptions DEFAULTS = new PruneOptions(new Draft());

    private final Draft values;

    private PruneOptions(Draft draft) {
        draft.check();
        values = draft;
    }

    /** The options that fit most applications. */
    public static PruneOptions defaults() {
        return DEFAULTS;
    }

    /** Results that are looked at; {@link Pruning#AUTO} by default. */
    public Pruning pruning() {
        return values.pruning;
    }

    /**
     * Tokens of tool results in the context above which old ones are pruned after an answer, though the context is below the size that
     * triggers a compression; 0, the default, for none.
     *
     * <p>Each such step makes the provider read what stays behind the first pruned result anew, where a chat that stays below the trigger
     * would have kept its whole cached prefix.
     */
    public int triggerTokens() {
        return values.triggerTokens;
    }

    /**
     * The context size in tokens below which nothing is pruned, 0 or more, never above 25 % of the window; 20,000 by default, 0 with
     * {@link #triggerTokens()}.
     */
    public int minContextTokens() {
        return values.minContext();
    }

    /**
     * Tokens of the newest tool results that stay, 0 or more, never above 25 % of the window; 40,000 by default, and at most a quarter of
     * {@link #triggerTokens()}. The result that crosses the number is the first to go. Results of tools whose policy lets none go don't count.
     */
    public int protectTokens() {
        return values.protect();
    }

    /**
     * Tokens that one step saves at least, 0 or more, never above 15 % of the window; by default as many as {@link #protectTokens()}, so
     * that a step is paid back after the same number of calls.
     *
     * <p>A step makes the provider read what stays behind the first replaced result anew. At 0.1 of the input price for a
     * cached token and 1.25 for writing one, saving as many tokens as stay there pays for it within twelve calls, saving
     * half as many within 23. Where the provider has no prompt cache, smaller is better.
     */
    public int minSavingsTokens() {
        return values.minSavings();
    }

    /**
     * Number of last turns, the current one included, that are left alone, 0 or more; 1 by default. 0 lets an agent that
     * works through one long turn prune inside it; the results that the model has not answered yet stay all the same.
     */
    public int keepLastTurns() {
        return values.keepLastTurns;
    }

    /**
     * The size in tokens above which a tool result loses its middle from the moment it enters the view, 0 or at least
     * {@value #MIN_RESULT_TOKENS}; 0, the default, is half of the window. It holds whatever the tool's policy is.
     */
    public int maxResultTokens() {
        return values.maxResultTokens;
    }

    /** The policies by tool name in the order given, {@link #ANY_TOOL} for all other tools; unmodifiable. */
    public Map<String, ToolPolicy> tools() {
        return values.tools;
    }

    /** The policy for the results of {@code toolName}: its own, else that of {@link #ANY_TOOL}, else {@link ToolPolicy#PRUNE}. */
    public ToolPolicy policyFor(String toolName) {
        Objects.requireNonNull(toolName, "toolName");
        return values.tools.getOrDefault(toolName, values.tools.getOrDefault(ANY_TOOL, ToolPolicy.PRUNE));
    }

    /** The names among {@link #tools()} whose results a compression reads whole, {@link #ANY_TOOL} if it is one. */
    public Set<String> summarizedTools() {
        return values.tools.entrySet().stream()
                .filter(tool -> tool.getValue() == ToolPolicy.SUMMARIZE)
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** These options with another choice of results. */
    public PruneOptions withPruning(Pruning choice) {
        return with(draft -> draft.pruning = choice);
    }

    /**
     * These options with another number of tokens at which pruning starts; 0 for none.
     *
     * @throws IllegalArgumentException if {@code trigger} is negative
     */
    public PruneOptions withTriggerTokens(int trigger) {
        return with(draft -> draft.triggerTokens = trigger);
    }

    /**
     * These options with another least context size.
     *
     * @throws IllegalArgumentException if {@code minContext} is negative
     */
    public PruneOptions withMinContextTokens(int minContext) {
        return with(draft -> draft.minContextTokens = minContext);
    }

    /**
     * These options with another number of protected tokens.
     *
     * @throws IllegalArgumentException if {@code protect} is negative
     */
    public PruneOptions withProtectTokens(int protect) {
        return with(draft -> draft.protectTokens = protect);
    }

    /**
     * These options with another least saving of a step.
     *
     * @throws IllegalArgumentException if {@code minSavings} is negative
     */
    public PruneOptions withMinSavingsTokens(int minSavings) {
        return with(draft -> draft.minSavingsTokens = minSavings);
    }

    /**
     * These options with another number of turns left alone.
     *
     * @throws IllegalArgumentException if {@code turns} is negative
     */
    public PruneOptions withKeepLastTurns(int turns) {
        return with(draft -> draft.keepLastTurns = turns);
    }

    /**
     * These options with another size that one result may have.
     *
     * @throws IllegalArgumentException if {@code maxResult} is neither 0 nor at least {@value #MIN_RESULT_TOKENS}
     */
    public PruneOptions withMaxResultTokens(int maxResult) {
        return with(draft -> draft.maxResultTokens = maxResult);
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
        Map<String, ToolPolicy> changed = new LinkedHashMap<>(values.tools);
        changed.put(toolName, Objects.requireNonNull(policy, "policy"));
        return with(draft -> draft.tools = Collections.unmodifiableMap(changed));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other == this
                || (other instanceof PruneOptions that && values.named().equals(that.values.named()));
    }

    @Override
    public int hashCode() {
        return values.named().hashCode();
    }

    /** All values by name. */
    @Override
    public String toString() {
        return "PruneOptions" + values.named();
    }

    private PruneOptions with(Consumer<Draft> change) {
        Draft draft = new Draft(values);
        change.accept(draft);
        return new PruneOptions(draft);
    }

    /** The defaults, and what a {@code withX} changes before the result is checked; not changed afterwards. */
    private static final class Draft {
        Pruning pruning = Pruning.AUTO;
        int triggerTokens;

        @Nullable
        Integer minContextTokens;

        @Nullable
        Integer protectTokens;

        @Nullable
        Integer minSavingsTokens;

        int keepLastTurns = 1;
        int maxResultTokens;
        Map<String, ToolPolicy> tools = Map.of(ANY_TOOL, ToolPolicy.PRUNE);

        Draft() {}

        Draft(Draft from) {
            pruning = from.pruning;
            triggerTokens = from.triggerTokens;
            minContextTokens = from.minContextTokens;
            protectTokens = from.protectTokens;
            minSavingsTokens = from.minSavingsTokens;
            keepLastTurns = from.keepLastTurns;
            maxResultTokens = from.maxResultTokens;
            tools = from.tools;
        }

        void check() {
            Objects.requireNonNull(pruning, "pruning");
            Bounds.within("triggerTokens", triggerTokens, 0, Integer.MAX_VALUE);
            Bounds.within("minContextTokens", minContext(), 0, Integer.MAX_VALUE);
            Bounds.within("protectTokens", protect(), 0, Integer.MAX_VALUE);
            Bounds.within("minSavingsTokens", minSavings(), 0, Integer.MAX_VALUE);
            Bounds.within("keepLastTurns", keepLastTurns, 0, Integer.MAX_VALUE);
            Bounds.zeroOrWithin(
                    "maxResultTokens", maxResultTokens, "half of the window", MIN_RESULT_TOKENS, Integer.MAX_VALUE);
        }

        int minContext() {
            return minContextTokens != null ? minContextTokens : triggerTokens == 0 ? MIN_CONTEXT : 0;
        }

        int protect() {
            return protectTokens != null
                    ? protectTokens
                    : triggerTokens == 0 ? PROTECT : Math.min(PROTECT, triggerTokens / 4);
        }

        int minSavings() {
            return minSavingsTokens == null ? protect() : minSavingsTokens;
        }

        Map<String, Object> named() {
            Map<String, Object> named = new LinkedHashMap<>();
            named.put("pruning", pruning);
            named.put("triggerTokens", triggerTokens);
            named.put("minContextTokens", minContext());
            named.put("protectTokens", protect());
            named.put("minSavingsTokens", minSavings());
            named.put("keepLastTurns", keepLastTurns);
            named.put("maxResultTokens", maxResultTokens);
            named.put("tools", tools);
            return named;
        }
    }

    /** Tool results that pruning looks at. */
    public enum Pruning {
        /** Old results, by the {@link ToolPolicy} of their tool. The default. */
        AUTO,
        /** None, unless the context would not fit otherwise. */
        KEEP_ALL,
        /** Every result that the model has answered, whatever its tool, its age and its size. */
        KEEP_NONE,
        /** None, whatever the size of the context; results are not cut either. */
        OFF
    }

    /**
     * Treatment of the results of one tool.
     *
     * <p>Decides in {@link Pruning#AUTO} mode, and where the context would not fit otherwise.
     */
    public enum ToolPolicy {
        /** An old result becomes a placeholder, and its call loses the middle of long arguments; a compression reads it cut short. The default. */
        PRUNE,
        /** A result stays in the view until a compression covers it, and that compression reads it whole. */
        SUMMARIZE,
        /** A result stays in the view until a compression covers it, even where the context does not fit. */
        KEEP
    }
}
