package io.github.sessioncompression.policy;

import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.prune.PruneOptions;
import io.github.sessioncompression.recall.ExpansionOptions;
import io.github.sessioncompression.session.SessionOptions;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.token.ModelRegistry;
import io.github.sessioncompression.token.TokenOptions;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** Values of a policy, and the sizes in tokens that follow from them. Immutable. */
abstract class PolicyValues {
    final PolicyDraft values;
    final Window window;

    /** Takes the draft over: it must not be changed afterwards. */
    PolicyValues(PolicyDraft draft) {
        values = draft;
        window = draft.window();
    }

    /** True if the library is on; {@code false} makes every view the unchanged transcript. Default: true. */
    public boolean enabled() {
        return values.enabled;
    }

    /** The chat model's window in tokens: as set, else as {@link #modelLimits()} know it by {@link #modelName()}, else 0. */
    public int contextWindow() {
        return window.contextWindow();
    }

    /** The name of the chat model, to look its window up. Default: empty. */
    public Optional<String> modelName() {
        return Optional.ofNullable(values.modelName);
    }

    /** The limits of models, to look those of {@link #modelName()} up. Default: {@link ModelRegistry#bundled()}. */
    public ModelRegistry modelLimits() {
        return values.modelLimits;
    }

    /**
     * Tokens of the window that are left to the answer and never planned for input: as set, 0 to 1,000,000,000. Default: the
     * output limit of the model that {@link #modelName()} names (the whole window if it has none), but 32,000 and a quarter of
     * the window at most; 0 if that is no known model.
     */
    public int reservedOutputTokens() {
        return window.reserved();
    }

    /** Share of the base above which a context is compressed, above 0 and up to 1. Default: 0.70. */
    public double triggerRatio() {
        return values.triggerRatio;
    }

    /** Cap of the {@linkplain #triggerTokens() trigger} in tokens, 256 to 1,000,000,000; 0, the default, for none. */
    public int triggerMaxTokens() {
        return values.triggerMaxTokens;
    }

    /** Share of the base that a compression aims at, above 0 and below the trigger. Default: 0.40. */
    public double targetRatio() {
        return values.targetRatio;
    }

    /** Share of the base that no request exceeds, from the trigger up to 1. Default: 0.85. */
    public double hardLimitRatio() {
        return values.hardLimitRatio;
    }

    /** Time of compressions. Default: {@link Execution#AUTO}. */
    public Execution execution() {
        return values.execution;
    }

    /** Moments at which the size is checked; unmodifiable. Default: all of them but {@link TriggerPoint#IDLE}. */
    public Set<TriggerPoint> triggerPoints() {
        return values.triggerPoints;
    }

    /** Rest after an answer that is {@link TriggerPoint#IDLE}, 1 ms to 1 h. Default: 10 minutes. */
    public Duration idleAfter() {
        return values.idleAfter;
    }

    /** Amount of the recent chat that stays in full. Default: {@link KeepRecent#targetRatio()}. */
    public KeepRecent keepRecent() {
        return values.keepRecent;
    }

    /** Reaction to a failure of the compression model. Default: {@link FailurePolicy#OFFLINE}. */
    public FailurePolicy failure() {
        return values.failure;
    }

    /** Fate of compressed messages. Default: {@link Retention#KEEP_ALL}. */
    public Retention retention() {
        return values.retention;
    }

    /** Options of the state. */
    public StateOptions state() {
        return values.state;
    }

    /** Options of tool result pruning. */
    public PruneOptions prune() {
        return values.prune;
    }

    /** Options of token counting. */
    public TokenOptions tokens() {
        return values.tokens;
    }

    /** Options of the compression model. */
    public ModelOptions model() {
        return values.model;
    }

    /** Options of sessions. */
    public SessionOptions sessions() {
        return values.sessions;
    }

    /** Options of automatic expansion. */
    public ExpansionOptions expansion() {
        return values.expansion;
    }

    /** The context window; {@link IllegalStateException} if neither a window nor the name of a known model is set. */
    public int requireContextWindow() {
        if (window.contextWindow() == 0) {
            throw new IllegalStateException(Window.missing(values.modelName));
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
        return values.trigger(window);
    }

    /** The size that a compression aims at, in tokens: the ratio's share, less where the trigger is capped. */
    public int targetTokens() {
        requireContextWindow();
        return values.target(window);
    }

    /** The size that no request should exceed, in tokens. */
    public int hardLimitTokens() {
        requireContextWindow();
        return window.share(values.hardLimitRatio);
    }

    /** The state's cap in tokens: as set, else {@link StateOptions#derivedMaxTokens derived}, but at most nine eighths of the target. */
    public int stateMaxTokens() {
        int set = values.state.maxTokens();
        return set > 0
                ? set
                : (int) Math.min(targetTokens() * 9L / 8, StateOptions.derivedMaxTokens(requireContextWindow()));
    }
}
