package io.github.sessioncompression.policy;

import io.github.sessioncompression.policy.KnobDefinition.Single;
import io.github.sessioncompression.token.ModelRegistry.ModelLimits;
import java.util.List;

/** The knobs of the policy itself. */
final class PolicyKnobs {
    static final List<KnobDefinition> ALL = List.of(
            new Single<>(
                    "enabled",
                    ValueType.bool(),
                    draft -> draft.enabled,
                    (draft, value) -> draft.enabled = value,
                    "Switches the library on; false sends every transcript unchanged."),
            new Single<>(
                    "context-window",
                    ValueType.integer(ModelLimits.MIN_WINDOW, ModelLimits.MAX_WINDOW),
                    draft -> draft.contextWindow == 0 ? null : draft.contextWindow,
                    PolicyDraft::contextWindow,
                    "Context window of the chat model, in tokens. Required unless model-name names a known model."),
            new Single<>(
                    "model-name",
                    ValueType.text("the name of a model, up to " + PolicyDraft.MAX_MODEL_NAME + " characters"),
                    draft -> draft.modelName,
                    PolicyDraft::modelName,
                    "Name of the chat model; gives its context window and output limit where they are not set."),
            new Single<>(
                    "reserved-output-tokens",
                    ValueType.integer(0, ModelLimits.MAX_WINDOW),
                    draft -> draft.reservedOutputTokens,
                    PolicyDraft::reservedOutputTokens,
                    "Tokens of the window reserved for the answer, taken off before any ratio is applied; fewer than the"
                            + " window has. Where nothing is set: the output limit of the model that model-name names, but"
                            + " 32000 and a quarter of the window at most; 0 if that is no known model."),
            new Single<>(
                    "trigger-ratio",
                    ValueType.ratio(),
                    draft -> draft.triggerRatio,
                    PolicyDraft::triggerRatio,
                    "Share of the window above which the context is compressed; above target-ratio."),
            new Single<>(
                    "trigger-max-tokens",
                    ValueType.integerOrZero("no cap", ModelLimits.MIN_WINDOW, ModelLimits.MAX_WINDOW),
                    draft -> draft.triggerMaxTokens,
                    PolicyDraft::triggerMaxTokens,
                    "Cap of the size above which the context is compressed, in tokens, for windows larger than a chat should grow;"
                            + " where it is below trigger-ratio's share, target-ratio's shrinks with it."),
            new Single<>(
                    "target-ratio",
                    ValueType.ratio(),
                    draft -> draft.targetRatio,
                    PolicyDraft::targetRatio,
                    "Share of the window that a compression aims at; below trigger-ratio."),
            new Single<>(
                    "hard-limit-ratio",
                    ValueType.ratio(),
                    draft -> draft.hardLimitRatio,
                    PolicyDraft::hardLimitRatio,
                    "Share of the window that no request exceeds, as far as possible; not below trigger-ratio."),
            new Single<>(
                    "execution",
                    ValueType.oneOf(Execution.class),
                    draft -> draft.execution,
                    (draft, value) -> draft.execution = value,
                    "Time of a compression. auto: in the background after the answer; above the hard limit an extract stands in until"
                            + " the state is ready. sync: before the call. async: in the background; above the hard limit the"
                            + " oldest turns are left out of the view meanwhile."),
            new Single<>(
                    "trigger-points",
                    ValueType.setOf(TriggerPoint.class),
                    draft -> draft.triggerPoints,
                    PolicyDraft::triggerPoints,
                    "Moments at which the size is checked: before a call, after a response, inside a tool loop, when a turn is"
                            + " interrupted, when the provider refuses a request as too long; idle: when a chat above target-ratio has rested."),
            new Single<>(
                    "idle-after",
                    ValueType.duration("1ms", "1h"),
                    draft -> draft.idleAfter,
                    PolicyDraft::idleAfter,
                    "Rest after an answer from which on a chat is idle, such as the time that the provider's prompt cache lives; for the"
                            + " trigger point idle alone."),
            new Single<>(
                    "keep-recent",
                    ValueType.keepRecent(),
                    draft -> draft.keepRecent,
                    (draft, value) -> draft.keepRecent = value,
                    "Recent chat that stays in full: what fits under target-ratio, at least a number of messages, at most a number"
                            + " of tokens, or a number of turns with the current one. The current turn stays until it has its"
                            + " answer; 0 keeps none then."),
            new Single<>(
                    "failure",
                    ValueType.oneOf(FailurePolicy.class),
                    draft -> draft.failure,
                    (draft, value) -> draft.failure = value,
                    "Reaction to a failure of the compression model. offline: an extract of the chat is the state. truncate: above the"
                            + " hard limit the oldest turns are left out of this request. keep: nothing changes. throw: the"
                            + " caller gets an exception."),
            new Single<>(
                    "retention",
                    ValueType.oneOf(Retention.class),
                    draft -> draft.retention,
                    (draft, value) -> draft.retention = value,
                    "Fate of compressed messages. keep-all: they stay in the store. evict-compressed: the application's ArchiveListener,"
                            + " which is required, gets them, then they are deleted from the store; the last eight at the next"
                            + " compression."));

    private PolicyKnobs() {}
}
