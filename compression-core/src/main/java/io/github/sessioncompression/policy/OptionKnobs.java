package io.github.sessioncompression.policy;

import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.policy.KnobDefinition.Family;
import io.github.sessioncompression.policy.KnobDefinition.Single;
import io.github.sessioncompression.prune.PruneOptions;
import io.github.sessioncompression.prune.PruneOptions.Pruning;
import io.github.sessioncompression.prune.PruneOptions.ToolPolicy;
import io.github.sessioncompression.recall.ExpansionOptions;
import io.github.sessioncompression.session.SessionOptions;
import io.github.sessioncompression.state.Artefacts.Work;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.state.StateOptions.Injection;
import io.github.sessioncompression.state.StateOptions.StateMode;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.token.TokenOptions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The knobs of the state, expansion, pruning, token and model options. */
final class OptionKnobs {
    private static final int MAX_INT = Integer.MAX_VALUE;
    private static final TreeMap<String, StateSchema> SCHEMAS = new TreeMap<>();

    static {
        SCHEMAS.put("session", StateSchema.session());
        SCHEMAS.put("research", StateSchema.research());
        SCHEMAS.put("continuation", StateSchema.continuation());
    }

    static final List<KnobDefinition> ALL = List.of(
            new Single<>(
                    "state.mode",
                    ValueType.oneOf(StateMode.class),
                    draft -> draft.state.mode(),
                    (draft, value) -> draft.state = draft.state.withMode(value),
                    "merge: one state, rewritten by each compression. chain: one state for each compression, shown together; above"
                            + " the cap the least important entries are left out. off: no state; only pruning makes room."),
            new Single<>(
                    "state.max-tokens",
                    ValueType.integerOrZero(
                            "30 % of the window, 1100 to 16000", StateOptions.MIN_TOKENS, StateOptions.MAX_TOKENS),
                    draft -> draft.state.maxTokens(),
                    (draft, value) -> draft.state = draft.state.withMaxTokens(value),
                    "Cap of the injected state, in tokens; not above the window without the reserved output."),
            new Single<>(
                    "injection",
                    ValueType.oneOf(Injection.class),
                    draft -> draft.state.injection(),
                    (draft, value) -> draft.state = draft.state.withInjection(value),
                    "Place of the state. pair: a user message and its acknowledgement. assistant: one assistant message. system: at"
                            + " the end of the system prompt, which invalidates the provider's prompt cache at each compression."),
            new Single<>(
                    "state.schema",
                    ValueType.named(StateSchema.class, SCHEMAS, OptionKnobs::nameOf),
                    draft -> SCHEMAS.containsValue(draft.state.schema()) ? draft.state.schema() : null,
                    (draft, value) -> draft.state = draft.state.withSchema(value),
                    "Fields of the state. A schema of the application's own is set in code."),
            new Single<>(
                    "state.awareness",
                    ValueType.bool(),
                    draft -> draft.state.awareness(),
                    (draft, value) -> draft.state = draft.state.withAwareness(value),
                    "Appends a block to the system prompt that explains the state to the model. A text of the application's own is"
                            + " set in code."),
            new Single<>(
                    "state.history-tools",
                    ValueType.bool(),
                    draft -> draft.state.historyTools(),
                    (draft, value) -> draft.state = draft.state.withHistoryTools(value),
                    "Gives the model the tools search_history and expand_segment, which return earlier messages word for word."),
            new Family<>(
                    "state.tools.",
                    ValueType.oneOf(Work.class),
                    draft -> draft.state.tools(),
                    (draft, tool, work) -> draft.state = draft.state.withTool(tool, work),
                    "Work of the tool of that name. read, create, modify, delete: on the file that its arguments name, for the artefacts of a"
                            + " record. plan: its latest call is the plan that every state shows. question: the user's answer stays in every"
                            + " state. By default the words in its name tell."),
            new Single<>(
                    "expansion.trigger",
                    ValueType.oneOf(ExpansionOptions.Trigger.class),
                    draft -> draft.expansion.trigger(),
                    (draft, value) -> draft.expansion = draft.expansion.withTrigger(value),
                    "Quotes compressed messages before a user message that needs them. off: never. markers: if it has a segment's"
                            + " marker. words: also by its words."),
            new Single<>(
                    "sessions.parents",
                    ValueType.integer(0, SessionOptions.MAX_PARENTS),
                    draft -> draft.sessions.parents(),
                    (draft, value) -> draft.sessions = draft.sessions.withParents(value),
                    "Number of earlier sessions whose states a new session is shown."),
            new Single<>(
                    "sessions.parent-share",
                    ValueType.decimal("0.01", "0.5"),
                    draft -> draft.sessions.parentShare(),
                    (draft, value) -> draft.sessions = draft.sessions.withParentShare(value),
                    "Share of the state's cap that these states take together."),
            new Single<>(
                    "sessions.resume-ratio",
                    ValueType.decimal("0.01", "1"),
                    draft -> draft.sessions.resumeRatio(),
                    (draft, value) -> draft.sessions = draft.sessions.withResumeRatio(value),
                    "Share of the window up to which a resumed session is shown in full."),
            new Single<>(
                    "prune.mode",
                    ValueType.oneOf(Pruning.class),
                    draft -> draft.prune.pruning(),
                    (draft, value) -> draft.prune = draft.prune.withPruning(value),
                    "auto: old tool results become placeholders, by the policy of their tool. keep-all: only where the context would"
                            + " not fit otherwise. keep-none: every result that the model has answered. off: results are neither"
                            + " pruned nor cut."),
            new Single<>(
                    "prune.trigger-tokens",
                    ValueType.integer(0, MAX_INT),
                    draft -> draft.prune.triggerTokens(),
                    (draft, value) -> draft.prune = draft.prune.withTriggerTokens(value),
                    "Tokens of tool results above which old ones are pruned after an answer, below the size that triggers a compression"
                            + " too; 0: never. Each such step invalidates the provider's prompt cache behind the first pruned result."
                            + " min-context-tokens is 0 then, and protect-tokens a quarter of it at most, unless they are set."),
            new Single<>(
                    "prune.min-context-tokens",
                    ValueType.integer(0, MAX_INT),
                    draft -> draft.prune.minContextTokens(),
                    (draft, value) -> draft.prune = draft.prune.withMinContextTokens(value),
                    "Context size in tokens below which nothing is pruned; never above 25 % of the window."),
            new Single<>(
                    "prune.protect-tokens",
                    ValueType.integer(0, MAX_INT),
                    draft -> draft.prune.protectTokens(),
                    (draft, value) -> draft.prune = draft.prune.withProtectTokens(value),
                    "Tokens of the newest tool results that stay, never above 25 % of the window. One step saves at least as many,"
                            + " or 15 % of the window."),
            new Single<>(
                    "prune.keep-last-turns",
                    ValueType.integer(0, MAX_INT),
                    draft -> draft.prune.keepLastTurns(),
                    (draft, value) -> draft.prune = draft.prune.withKeepLastTurns(value),
                    "Number of last turns whose results stay, the current turn included."),
            new Single<>(
                    "prune.max-result-tokens",
                    ValueType.integerOrZero("half of the window", PruneOptions.MIN_RESULT_TOKENS, MAX_INT),
                    draft -> draft.prune.maxResultTokens(),
                    (draft, value) -> draft.prune = draft.prune.withMaxResultTokens(value),
                    "Size in tokens above which one tool result loses its middle as soon as it arrives."),
            new Family<>(
                    "prune.tools.",
                    ValueType.oneOf(ToolPolicy.class),
                    draft -> draft.prune.tools(),
                    (draft, tool, policy) -> draft.prune = draft.prune.withTool(tool, policy),
                    "Policy for the results of the tool of that name, or with * of all others. prune: old results become"
                            + " placeholders, and long arguments of old calls lose their middle. summarize: they stay until a compression, which reads them whole. keep: they stay"
                            + " until a compression."),
            new Single<>(
                    "tokens.source",
                    ValueType.oneOf(TokenOptions.Source.class),
                    draft -> draft.tokens.source(),
                    (draft, value) -> draft.tokens = draft.tokens.withSource(value),
                    "Number that decides. auto: the provider's last report plus the estimate of later messages. estimate: the"
                            + " estimate. provider: reports alone."),
            new Single<>(
                    "tokens.estimator",
                    ValueType.oneOf(TokenOptions.Estimator.class),
                    draft -> draft.tokens.estimator(),
                    (draft, value) -> draft.tokens = draft.tokens.withEstimator(value),
                    "Counter of a text's tokens: a tokeniser, or one token for four characters."),
            new Single<>(
                    "tokens.safety-factor",
                    ValueType.decimal("0.5", "3"),
                    draft -> draft.tokens.safetyFactor(),
                    (draft, value) -> draft.tokens = draft.tokens.withSafetyFactor(value),
                    "Factor of every estimate."),
            new Single<>(
                    "model.timeout",
                    ValueType.duration("1ms", "1h"),
                    draft -> draft.model.timeout(),
                    (draft, value) -> draft.model = draft.model.withTimeout(value),
                    "Longest duration of one call of the compression model; a compression with all its calls takes three times as"
                            + " long at most."),
            new Single<>(
                    "model.retries",
                    ValueType.integer(0, 10),
                    draft -> draft.model.retries(),
                    (draft, value) -> draft.model = draft.model.withRetries(value),
                    "Number of retries of a failed call, after 1 s, 2 s, 4 s and so on."),
            new Single<>(
                    "model.context-window",
                    ValueType.integerOrZero(
                            "known by the model's name, else 128000", ModelOptions.MIN_WINDOW, 100_000_000),
                    draft -> draft.model.contextWindow(),
                    (draft, value) -> draft.model = draft.model.withContextWindow(value),
                    "Context window of the compression model, in tokens; larger input is compressed in steps."),
            new Single<>(
                    "model.max-output-tokens",
                    ValueType.integer(0, 10_000_000),
                    draft -> draft.model.maxOutputTokens(),
                    (draft, value) -> draft.model = draft.model.withMaxOutputTokens(value),
                    "Output limit of the compression model, in tokens; 0 derives it from the cap of the state."));

    private OptionKnobs() {}

    private static String nameOf(StateSchema schema) {
        return nameOf(SCHEMAS, schema);
    }

    private static <T> String nameOf(Map<String, T> named, T value) {
        return named.entrySet().stream()
                .filter(entry -> entry.getValue().equals(value))
                .findFirst()
                .orElseThrow()
                .getKey();
    }
}
