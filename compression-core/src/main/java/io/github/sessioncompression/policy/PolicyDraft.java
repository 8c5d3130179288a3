package io.github.sessioncompression.policy;

import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.prune.PruneOptions;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.token.ModelLimits;
import io.github.sessioncompression.token.TokenOptions;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A policy in the making: the defaults, and what is changed before the whole is checked for contradictions.
 *
 * <p>Each setter checks its own range; whether the values fit each other is left to {@link CompressionPolicy}, so that the
 * order in which they are set does not matter.
 */
final class PolicyDraft {
    boolean enabled = true;
    int contextWindow;

    @Nullable
    String modelName;

    int reservedOutputTokens;
    double triggerRatio = 0.70;
    double targetRatio = 0.40;
    double hardLimitRatio = 0.85;
    Execution execution = Execution.AUTO;
    Set<TriggerPoint> triggerPoints = Collections.unmodifiableSet(EnumSet.allOf(TriggerPoint.class));
    KeepRecent keepRecent = KeepRecent.defaults();
    FailurePolicy failure = FailurePolicy.OFFLINE;
    StateOptions state = StateOptions.defaults();
    PruneOptions prune = PruneOptions.defaults();
    TokenOptions tokens = TokenOptions.defaults();
    ModelOptions model = ModelOptions.defaults();

    PolicyDraft() {}

    PolicyDraft(PolicyDraft from) {
        enabled = from.enabled;
        contextWindow = from.contextWindow;
        modelName = from.modelName;
        reservedOutputTokens = from.reservedOutputTokens;
        triggerRatio = from.triggerRatio;
        targetRatio = from.targetRatio;
        hardLimitRatio = from.hardLimitRatio;
        execution = from.execution;
        triggerPoints = from.triggerPoints;
        keepRecent = from.keepRecent;
        failure = from.failure;
        state = from.state;
        prune = from.prune;
        tokens = from.tokens;
        model = from.model;
    }

    void contextWindow(int value) {
        contextWindow = Bounds.check("contextWindow", value, ModelLimits.MIN_WINDOW, ModelLimits.MAX_WINDOW);
    }

    void modelName(String value) {
        if (value.isBlank() || value.length() > CompressionPolicy.MAX_MODEL_NAME) {
            throw new IllegalArgumentException("modelName must be 1 to " + CompressionPolicy.MAX_MODEL_NAME
                    + " characters and not blank, but has " + value.length());
        }
        modelName = value.strip();
    }

    void reservedOutputTokens(int value) {
        reservedOutputTokens = Bounds.check("reservedOutputTokens", value, 0, ModelLimits.MAX_WINDOW);
    }

    void triggerRatio(double value) {
        triggerRatio = Bounds.checkRatio("triggerRatio", value);
    }

    void targetRatio(double value) {
        targetRatio = Bounds.checkRatio("targetRatio", value);
    }

    void hardLimitRatio(double value) {
        hardLimitRatio = Bounds.checkRatio("hardLimitRatio", value);
    }

    void execution(Execution value) {
        execution = Objects.requireNonNull(value, "execution");
    }

    void triggerPoints(Set<TriggerPoint> value) {
        Set<TriggerPoint> ordered = EnumSet.noneOf(TriggerPoint.class);
        ordered.addAll(value);
        triggerPoints = Collections.unmodifiableSet(ordered);
    }

    void keepRecent(KeepRecent value) {
        keepRecent = Objects.requireNonNull(value, "keepRecent");
    }

    void failure(FailurePolicy value) {
        failure = Objects.requireNonNull(value, "failure");
    }

    void state(UnaryOperator<StateOptions> change) {
        state = Objects.requireNonNull(change.apply(state), "state");
    }

    void prune(UnaryOperator<PruneOptions> change) {
        prune = Objects.requireNonNull(change.apply(prune), "prune");
    }

    void tokens(UnaryOperator<TokenOptions> change) {
        tokens = Objects.requireNonNull(change.apply(tokens), "tokens");
    }

    void model(UnaryOperator<ModelOptions> change) {
        model = Objects.requireNonNull(change.apply(model), "model");
    }
}
