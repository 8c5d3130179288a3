package io.github.sessioncompression.policy;

import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.policy.KnobDefinition.Family;
import io.github.sessioncompression.policy.KnobDefinition.Single;
import io.github.sessioncompression.prune.PruneOptions;
import io.github.sessioncompression.prune.Pruning;
import io.github.sessioncompression.prune.ToolPolicy;
import io.github.sessioncompression.recall.ExpansionTrigger;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.state.StateOptions.Injection;
import io.github.sessioncompression.state.StateOptions.StateMode;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.token.TokenOptions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The knobs of the state, expansion, pruning, token and model options. */
final class OptionKnobs {
    private static final int MAX_INT = Integer.MAX_VALUE;
    private static final TreeMap<String, StateSchema> SCHEMAS = new TreeMap<>();
    private static final TreeMap<String, ExpansionTrigger> TRIGGERS = new TreeMap<>();

    static {
        SCHEMAS.put("session", StateSchema.session());
        SCHEMAS.put("research", StateSchema.research());
        SCHEMAS.put("continuation", StateSchema.continuation());
        TRIGGERS.put("off", ExpansionTrigger.off());
        TRIGGERS.put("markers", ExpansionTrigger.markers());
        TRIGGERS.put("words", ExpansionTrigger.words());
    }

    static final List<KnobDefinition> ALL = List.of(
            state(
                    "state.mode",
                    ValueType.oneOf(StateMode.class),
                    StateOptions::mode,
                    StateOptions::withMode,
                    "merge: one state, rewritten by each compression. chain: one state for each compression, shown together; above"
                            + " the cap the least important entries are left out. off: no state; only pruning makes room."),
            state(
                    "state.max-tokens",
                    ValueType.integerOrZero(
                            "30 % of the window, 1000 to 16000", StateOptions.MIN_TOKENS, StateOptions.MAX_TOKENS),
                    StateOptions::maxTokens,
                    StateOptions::withMaxTokens,
                    "Cap of the injected state, in tokens; not above the window without the reserved output."),
            state(
                    "injection",
                    ValueType.oneOf(Injection.class),
                    StateOptions::injection,
                    StateOptions::withInjection,
                    "Place of the state. pair: a user message and its acknowledgement. assistant: one assistant message. system: at"
                            + " the end of the system prompt, which invalidates the provider's prompt cache at each compression."),
            state(
                    "state.schema",
                    ValueType.named(StateSchema.class, SCHEMAS, OptionKnobs::nameOf),
                    schema -> SCHEMAS.containsValue(schema.schema()) ? schema.schema() : null,
                    StateOptions::withSchema,
                    "Fields of the state. A schema of the application's own is set in code."),
            state(
                    "state.awareness",
                    ValueType.bool(),
                    StateOptions::awareness,
                    StateOptions::withAwareness,
                    "Appends a block to the system prompt that explains the state to the model. A text of the application's own is"
                            + " set in code."),
            state(
                    "state.history-tools",
                    ValueType.bool(),
                    StateOptions::historyTools,
                    StateOptions::withHistoryTools,
                    "Gives the model the tools search_history and expand_segment, which return earlier messages word for word."),
            new Single<>(
                    "expansion.trigger",
                    ValueType.named(ExpansionTrigger.class, TRIGGERS, OptionKnobs::nameOf),
                    draft -> TRIGGERS.containsValue(draft.expansion.trigger()) ? draft.expansion.trigger() : null,
                    (draft, value) -> draft.expansion(options -> options.withTrigger(value)),
                    "Quotes compressed messages before a user message that needs them. off: never. markers: if it has a segment's"
                            + " marker. words: also by its words. A trigger of the application's"
                            + " own is set in code."),
            prune(
                    "mode",
                    ValueType.oneOf(Pruning.class),
                    PruneOptions::pruning,
                    PruneOptions::withPruning,
                    "auto: old tool results become placeholders, by the policy of their tool. keep-all: only where the context would"
                            + " not fit otherwise. keep-none: every result that the model has answered. off: results are neither"
                            + " pruned nor cut."),
            prune(
                    "min-context-tokens",
                    ValueType.integer(0, MAX_INT),
                    PruneOptions::minContextTokens,
                    PruneOptions::withMinContextTokens,
                    "Context size in tokens below which nothing is pruned; never above 25 % of the window."),
            prune(
                    "protect-tokens",
                    ValueType.integer(0, MAX_INT),
                    PruneOptions::protectTokens,
                    PruneOptions::withProtectTokens,
                    "Tokens of the newest tool results that stay, never above 25 % of the window. One step saves at least as many,"
                            + " or 15 % of the window."),
            prune(
                    "keep-last-turns",
                    ValueType.integer(0, MAX_INT),
                    PruneOptions::keepLastTurns,
                    PruneOptions::withKeepLastTurns,
                    "Number of last turns whose results stay, the current turn included."),
            prune(
                    "max-result-tokens",
                    ValueType.integerOrZero("half of the window", PruneOptions.MIN_RESULT_TOKENS, MAX_INT),
                    PruneOptions::maxResultTokens,
                    PruneOptions::withMaxResultTokens,
                    "Size in tokens above which one tool result loses its middle as soon as it arrives."),
            new Family<>(
                    "prune.tools.",
                    ValueType.oneOf(ToolPolicy.class),
                    draft -> draft.prune.tools(),
                    (draft, tool, policy) -> draft.prune(options -> options.withTool(tool, policy)),
                    "Policy for the results of the tool of that name, or with * of all others. prune: old results become"
                            + " placeholders. summarize: they stay until a compression, which reads them whole. keep: they stay"
                            + " until a compression."),
            tokens(
                    "source",
                    ValueType.oneOf(TokenOptions.Source.class),
                    TokenOptions::source,
                    TokenOptions::withSource,
                    "Number that decides. auto: the provider's last report plus the estimate of later messages. estimate: the"
                            + " estimate. provider: reports alone."),
            tokens(
                    "estimator",
                    ValueType.oneOf(TokenOptions.Estimator.class),
                    TokenOptions::estimator,
                    TokenOptions::withEstimator,
                    "Counter of a text's tokens: a tokeniser, or one token for four characters."),
            tokens(
                    "safety-factor",
                    ValueType.decimal("0.5", "3"),
                    TokenOptions::safetyFactor,
                    TokenOptions::withSafetyFactor,
                    "Factor of every estimate."),
            model(
                    "timeout",
                    ValueType.duration("1ms", "1h"),
                    ModelOptions::timeout,
                    ModelOptions::withTimeout,
                    "Longest duration of one call of the compression model; a compression with all its calls takes three times as"
                            + " long at most."),
            model(
                    "retries",
                    ValueType.integer(0, 10),
                    ModelOptions::retries,
                    ModelOptions::withRetries,
                    "Number of retries of a failed call, after 1 s, 2 s, 4 s and so on."),
            model(
                    "context-window",
                    ValueType.integerOrZero(
                            "known by the model's name, else 128000", ModelOptions.MIN_WINDOW, 100_000_000),
                    ModelOptions::contextWindow,
                    ModelOptions::withContextWindow,
                    "Context window of the compression model, in tokens; larger input is compressed in steps."),
            model(
                    "max-output-tokens",
                    ValueType.integer(0, 10_000_000),
                    ModelOptions::maxOutputTokens,
                    ModelOptions::withMaxOutputTokens,
                    "Output limit of the compression model, in tokens; 0 derives it from the cap of the state."));

    private OptionKnobs() {}

    private static <T> KnobDefinition state(
            String key,
            ValueType<T> type,
            Function<StateOptions, @Nullable T> get,
            BiFunction<StateOptions, T, StateOptions> with,
            String description) {
        return new Single<>(
                key,
                type,
                draft -> get.apply(draft.state),
                (draft, value) -> draft.state(options -> with.apply(options, value)),
                description);
    }

    private static <T> KnobDefinition prune(
            String key,
            ValueType<T> type,
            Function<PruneOptions, T> get,
            BiFunction<PruneOptions, T, PruneOptions> with,
            String description) {
        return new Single<>(
                "prune." + key,
                type,
                draft -> get.apply(draft.prune),
                (draft, value) -> draft.prune(options -> with.apply(options, value)),
                description);
    }

    private static <T> KnobDefinition tokens(
            String key,
            ValueType<T> type,
            Function<TokenOptions, T> get,
            BiFunction<TokenOptions, T, TokenOptions> with,
            String description) {
        return new Single<>(
                "tokens." + key,
                type,
                draft -> get.apply(draft.tokens),
                (draft, value) -> draft.tokens(options -> with.apply(options, value)),
                description);
    }

    private static <T> KnobDefinition model(
            String key,
            ValueType<T> type,
            Function<ModelOptions, T> get,
            BiFunction<ModelOptions, T, ModelOptions> with,
            String description) {
        return new Single<>(
                "model." + key,
                type,
                draft -> get.apply(draft.model),
                (draft, value) -> draft.model(options -> with.apply(options, value)),
                description);
    }

    private static String nameOf(StateSchema schema) {
        return nameOf(SCHEMAS, schema);
    }

    private static String nameOf(ExpansionTrigger trigger) {
        return nameOf(TRIGGERS, trigger);
    }

    private static <T> String nameOf(Map<String, T> named, T value) {
        return named.entrySet().stream()
                .filter(entry -> entry.getValue().equals(value))
                .findFirst()
                .orElseThrow()
                .getKey();
    }
}
