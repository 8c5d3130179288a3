package io.github.sessioncompression.policy;

import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.option.Bounds;
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
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A policy in the making: the defaults, and what is changed before the whole is checked for contradictions.
 *
 * <p>Each setter checks its own range; whether the values fit each other is left to {@link Contradictions}, so that the
 * order in which they are set does not matter.
 */
final class PolicyDraft {
    static final int MAX_MODEL_NAME = 256;

    boolean enabled = true;
    int contextWindow;

    @Nullable
    String modelName;

    ModelRegistry modelLimits = ModelRegistry.bundled();

    /** {@code null} to derive them from the model. */
    @Nullable
    Integer reservedOutputTokens;

    double triggerRatio = 0.70;
    /** 0 for none. */
    int triggerMaxTokens;

    double targetRatio = 0.40;
    double hardLimitRatio = 0.85;
    Execution execution = Execution.AUTO;
    Set<TriggerPoint> triggerPoints = Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.of(TriggerPoint.IDLE)));
    Duration idleAfter = Duration.ofMinutes(10);
    KeepRecent keepRecent = KeepRecent.targetRatio();
    FailurePolicy failure = FailurePolicy.OFFLINE;
    Retention retention = Retention.KEEP_ALL;
    StateOptions state = StateOptions.defaults();
    PruneOptions prune = PruneOptions.defaults();
    TokenOptions tokens = TokenOptions.defaults();
    ModelOptions model = ModelOptions.defaults();
    ExpansionOptions expansion = ExpansionOptions.defaults();
    SessionOptions sessions = SessionOptions.defaults();

    PolicyDraft() {}

    PolicyDraft(PolicyDraft from) {
        enabled = from.enabled;
        contextWindow = from.contextWindow;
        modelName = from.modelName;
        modelLimits = from.modelLimits;
        reservedOutputTokens = from.reservedOutputTokens;
        triggerRatio = from.triggerRatio;
        triggerMaxTokens = from.triggerMaxTokens;
        targetRatio = from.targetRatio;
        hardLimitRatio = from.hardLimitRatio;
        execution = from.execution;
        triggerPoints = from.triggerPoints;
        idleAfter = from.idleAfter;
        keepRecent = from.keepRecent;
        failure = from.failure;
        retention = from.retention;
        state = from.state;
        prune = from.prune;
        tokens = from.tokens;
        model = from.model;
        expansion = from.expansion;
        sessions = from.sessions;
    }

    void contextWindow(int value) {
        contextWindow = Bounds.within("contextWindow", value, ModelLimits.MIN_WINDOW, ModelLimits.MAX_WINDOW);
    }

    /** For a window of {@code to} instead of {@code from} tokens: numbers of tokens keep their share of it. */
    void shrink(int from, int to) {
        contextWindow(to);
        if (reservedOutputTokens != null) {
            reservedOutputTokens = Math.min(share(reservedOutputTokens, from, to), to / 2);
        }
        // The reserve may be another share of the smaller window than it was of the larger one.
        Window window = window();
        if (state.maxTokens() > 0) {
            int most = Math.max(StateOptions.MIN_TOKENS, share(state.maxTokens(), from, to));
            state = state.withMaxTokens(Math.min(most, window.base()));
        }
        if (keepRecent.strategy() == KeepRecent.Strategy.TOKENS) {
            int most = share(keepRecent.amount(), from, to);
            keepRecent = KeepRecent.tokens(Math.min(most, trigger(window) - 1));
        }
    }

    int trigger(Window window) {
        int share = window.share(triggerRatio);
        return triggerMaxTokens == 0 ? share : Math.min(share, triggerMaxTokens);
    }

    /** Where the trigger is capped, the target is the same part of it as without. */
    int target(Window window) {
        long target = (long) window.share(targetRatio) * trigger(window) / window.share(triggerRatio);
        return (int) Math.max(1, target);
    }

    Window window() {
        return Window.of(
                contextWindow,
                reservedOutputTokens,
                Optional.ofNullable(modelName).flatMap(modelLimits::find));
    }

    private static int share(int tokens, int from, int to) {
        return (int) ((long) tokens * to / from);
    }

    void modelName(String value) {
        modelName = Bounds.text("modelName", value, MAX_MODEL_NAME).strip();
    }

    void reservedOutputTokens(int value) {
        reservedOutputTokens = Bounds.within("reservedOutputTokens", value, 0, ModelLimits.MAX_WINDOW);
    }

    void triggerRatio(double value) {
        triggerRatio = Bounds.ratio("triggerRatio", value);
    }

    void triggerMaxTokens(int value) {
        triggerMaxTokens = value == 0
                ? 0
                : Bounds.within("triggerMaxTokens", value, ModelLimits.MIN_WINDOW, ModelLimits.MAX_WINDOW);
    }

    void targetRatio(double value) {
        targetRatio = Bounds.ratio("targetRatio", value);
    }

    void hardLimitRatio(double value) {
        hardLimitRatio = Bounds.ratio("hardLimitRatio", value);
    }

    void triggerPoints(Set<TriggerPoint> value) {
        Set<TriggerPoint> ordered = EnumSet.noneOf(TriggerPoint.class);
        ordered.addAll(Objects.requireNonNull(value, "triggerPoints"));
        triggerPoints = Collections.unmodifiableSet(ordered);
    }

    void idleAfter(Duration value) {
        idleAfter = Bounds.within("idleAfter", value, Duration.ofMillis(1), Duration.ofHours(1));
    }

    Map<String, Optional<Object>> named() {
        Map<String, Optional<Object>> named = new HashMap<>();
        named.put("enabled", Optional.of(enabled));
        named.put("contextWindow", Optional.of(contextWindow));
        named.put("modelName", Optional.ofNullable(modelName));
        named.put("modelLimits", Optional.of(modelLimits));
        named.put("reservedOutputTokens", Optional.ofNullable(reservedOutputTokens));
        named.put("triggerRatio", Optional.of(triggerRatio));
        named.put("triggerMaxTokens", Optional.of(triggerMaxTokens));
        named.put("targetRatio", Optional.of(targetRatio));
        named.put("hardLimitRatio", Optional.of(hardLimitRatio));
        named.put("execution", Optional.of(execution));
        named.put("triggerPoints", Optional.of(triggerPoints));
        named.put("idleAfter", Optional.of(idleAfter));
        named.put("keepRecent", Optional.of(keepRecent));
        named.put("failure", Optional.of(failure));
        named.put("retention", Optional.of(retention));
        named.put("state", Optional.of(state));
        named.put("prune", Optional.of(prune));
        named.put("tokens", Optional.of(tokens));
        named.put("model", Optional.of(model));
        named.put("expansion", Optional.of(expansion));
        named.put("sessions", Optional.of(sessions));
        return named;
    }
}
