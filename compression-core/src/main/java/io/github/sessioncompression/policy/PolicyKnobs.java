package io.github.sessioncompression.policy;

import io.github.sessioncompression.policy.KnobDefinition.Single;
import io.github.sessioncompression.token.ModelLimits;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/** The knobs of the policy itself. */
final class PolicyKnobs {
    static final List<KnobDefinition> ALL = List.of(
            new Single<>(
                    "enabled",
                    ValueType.bool(),
                    draft -> draft.enabled,
                    (draft, value) -> draft.enabled = value,
                    "Whether anything is done at all; false sends every transcript as it stands."),
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
                    "Name of the chat model, to look up its context window and its output limit where they are not set."),
            new Single<>(
                    "model-limits",
                    ValueType.path(
                            "the path of a file in UTF-8 with lines 'model = window' or 'model = window, output', in"
                                    + " tokens"),
                    draft -> draft.modelLimitsFile,
                    PolicyDraft::modelLimits,
                    "File of the limits of models, by name or the beginning of a name: added to the known ones, or put in"
                            + " their place. Empty lines and lines that begin with # are passed over."),
            new Single<>(
                    "reserved-output-tokens",
                    ValueType.integer(0, ModelLimits.MAX_WINDOW),
                    draft -> draft.reservedOutputTokens,
                    PolicyDraft::reservedOutputTokens,
                    "Tokens of the window that are left to the answer, taken off before any ratio is applied; fewer than the"
                            + " window has. Where nothing is set: the output limit of the model that model-name names, but"
                            + " 32000 and a quarter of the window at most; 0 if that is no known model."),
            new Single<>(
                    "trigger-ratio",
                    ValueType.ratio(),
                    draft -> draft.triggerRatio,
                    PolicyDraft::triggerRatio,
                    "Above this share of the window the context is compressed; above target-ratio."),
            new Single<>(
                    "target-ratio",
                    ValueType.ratio(),
                    draft -> draft.targetRatio,
                    PolicyDraft::targetRatio,
                    "Down to this share of the window a compression brings the context; below trigger-ratio."),
            new Single<>(
                    "hard-limit-ratio",
                    ValueType.ratio(),
                    draft -> draft.hardLimitRatio,
                    PolicyDraft::hardLimitRatio,
                    "Above this share of the window no request goes if that can be helped; not below trigger-ratio."),
            new Single<>(
                    "execution",
                    ValueType.oneOf(Execution.class),
                    draft -> draft.execution,
                    PolicyDraft::execution,
                    "When a compression runs. auto: in the background after the answer; above the hard limit a state written"
                            + " offline stands in until it is there. sync: before the call. async: in the background; above the hard"
                            + " limit turns are left out of the view meanwhile."),
            new Single<>(
                    "trigger-points",
                    ValueType.setOf(TriggerPoint.class),
                    draft -> draft.triggerPoints,
                    PolicyDraft::triggerPoints,
                    "At which moments the size is looked at: before a call, after a response, inside a tool loop, when a"
                            + " turn is broken off, when the provider says that a request was too long."),
            keepRecent(
                    "strategy",
                    ValueType.oneOf(KeepRecent.Strategy.class),
                    KeepRecent::strategy,
                    KeepRecent::withStrategy,
                    "What is counted to decide how much of the recent chat stays in full. The current turn does until it"
                            + " has its answer, unless it is too large by itself, and no turn before it is split."),
            keepRecent(
                    "messages",
                    ValueType.integer(0, KeepRecent.MAX_MESSAGES),
                    KeepRecent::messages,
                    KeepRecent::withMessages,
                    "How many messages stay at least, with the strategy messages; with 0 none once the turn has its answer."),
            keepRecent(
                    "tokens",
                    ValueType.integer(0, KeepRecent.MAX_TOKENS),
                    KeepRecent::tokens,
                    KeepRecent::withTokens,
                    "How many tokens stay at most, with the strategy tokens; fewer than trigger a compression, and with 0 none"
                            + " once the turn has its answer."),
            keepRecent(
                    "turns",
                    ValueType.integer(0, KeepRecent.MAX_TURNS),
                    KeepRecent::turns,
                    KeepRecent::withTurns,
                    "How many turns stay, the current one included, with the strategy turns; with 0 none once the turn has its"
                            + " answer."),
            new Single<>(
                    "failure",
                    ValueType.oneOf(FailurePolicy.class),
                    draft -> draft.failure,
                    PolicyDraft::failure,
                    "What happens when the compression model fails. offline: the offline compiler writes the state."
                            + " truncate: the oldest turns are left out of this request, only above the hard limit. keep:"
                            + " nothing. throw: the caller gets an exception."),
            new Single<>(
                    "retention",
                    ValueType.oneOf(Retention.class),
                    draft -> draft.retention,
                    PolicyDraft::retention,
                    "What becomes of messages that a state stands for. keep-all: they stay in the store. evict-compressed: they are"
                            + " handed to the application's ArchiveListener, which must be there, and deleted from the store once"
                            + " it has them, the last eight at the next compression."));

    private PolicyKnobs() {}

    private static <T> KnobDefinition keepRecent(
            String key,
            ValueType<T> type,
            Function<KeepRecent, T> get,
            BiFunction<KeepRecent, T, KeepRecent> with,
            String description) {
        return new Single<>(
                "keep-recent." + key,
                type,
                draft -> get.apply(draft.keepRecent),
                (draft, value) -> draft.keepRecent(with.apply(draft.keepRecent, value)),
                description);
    }
}
