package io.github.sessioncompression.policy;

import io.github.sessioncompression.policy.KnobDefinition.Family;
import io.github.sessioncompression.policy.KnobDefinition.Single;
import io.github.sessioncompression.prune.PruneOptions;
import io.github.sessioncompression.prune.Pruning;
import io.github.sessioncompression.prune.ToolPolicy;
import io.github.sessioncompression.recall.ExpansionOptions;
import io.github.sessioncompression.recall.ExpansionTrigger;
import io.github.sessioncompression.state.Awareness;
import io.github.sessioncompression.state.Injection;
import io.github.sessioncompression.state.StateMode;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.state.StateSchema;
import io.github.sessioncompression.token.TokenOptions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The knobs of the state, expansion, pruning and token options. */
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
                    "state.enabled",
                    ValueType.bool(),
                    StateOptions::enabled,
                    StateOptions::withEnabled,
                    "Whether older messages are compressed to a state; false leaves pruning alone to make room."),
            state(
                    "state.mode",
                    ValueType.oneOf(StateMode.class),
                    StateOptions::mode,
                    StateOptions::withMode,
                    "merge: one state, rewritten by each compression. chain: one state for each compression, shown"
                            + " together; where they are larger than the cap, what is worth least of all of them is left out."),
            state(
                    "state.max-tokens",
                    ValueType.integerOrZero(
                            "15 % of the window, 1000 to 16000", StateOptions.MIN_TOKENS, StateOptions.MAX_TOKENS),
                    StateOptions::maxTokens,
                    StateOptions::withMaxTokens,
                    "Cap of the injected state, in tokens; not above the window without the reserved output."),
            state(
                    "state.min-coverage",
                    ValueType.decimal("0", "1"),
                    StateOptions::minCoverage,
                    StateOptions::withMinCoverage,
                    "Least share of the facts that must be shown after a compression; a state that shows less is not used, and"
                            + " the outcome says TOO_LITTLE_SHOWN. 0: any state is used."),
            state(
                    "injection",
                    ValueType.oneOf(Injection.class),
                    StateOptions::injection,
                    StateOptions::withInjection,
                    "Where the state stands. pair: a user message and its acknowledgement. assistant: one assistant"
                            + " message. system: at the end of the system prompt, which spoils the provider's prompt cache"
                            + " at each compression."),
            state(
                    "state.schema",
                    ValueType.named(StateSchema.class, SCHEMAS, OptionKnobs::nameOf),
                    schema -> SCHEMAS.containsValue(schema.schema()) ? schema.schema() : null,
                    StateOptions::withSchema,
                    "Shape of the state. A shape of the application's own can be set in code."),
            state(
                    "state.awareness",
                    ValueType.bool(),
                    StateOptions::awareness,
                    StateOptions::withAwareness,
                    "Whether the system prompt always ends with a block that explains the state to the model."),
            state(
                    "state.awareness-text",
                    ValueType.text("a text of up to " + Awareness.MAX_CHARACTERS + " characters"),
                    options -> options.awarenessText().orElse(null),
                    StateOptions::withAwarenessText,
                    "Text of that block, instead of the bundled one."),
            state(
                    "state.history-tools",
                    ValueType.bool(),
                    StateOptions::historyTools,
                    StateOptions::withHistoryTools,
                    "Whether the model is given the tools search_history and expand_segment, which give back earlier messages word"
                            + " for word; the bundled block then says so."),
            state(
                    "state.segment-share",
                    ValueType.decimal("0", "0.5"),
                    StateOptions::segmentShare,
                    StateOptions::withSegmentShare,
                    "With history-tools, the share of the state's cap that tells of older stretches of the chat one by one, each"
                            + " with a marker by which the model asks for more of it; 0 for none."),
            expansion(
                    "trigger",
                    ValueType.named(ExpansionTrigger.class, TRIGGERS, OptionKnobs::nameOf),
                    options -> TRIGGERS.containsValue(options.trigger()) ? options.trigger() : null,
                    ExpansionOptions::withTrigger,
                    "What brings messages that left the context back by itself, before the user's message that needs them. off:"
                            + " nothing. markers: a marker of a segment in it. words: that, or its words. A trigger of"
                            + " the application's own can be set in code."),
            expansion(
                    "messages",
                    ValueType.integer(1, ExpansionOptions.MAX_MESSAGES),
                    ExpansionOptions::messages,
                    ExpansionOptions::withMessages,
                    "How many messages come back at most with one of the user's."),
            expansion(
                    "max-tokens",
                    ValueType.integer(ExpansionOptions.MIN_TOKENS, ExpansionOptions.MAX_TOKENS),
                    ExpansionOptions::maxTokens,
                    ExpansionOptions::withMaxTokens,
                    "How many tokens come back at most with one message of the user's."),
            expansion(
                    "max-share",
                    ValueType.ratio(),
                    ExpansionOptions::maxShare,
                    ExpansionOptions::withMaxShare,
                    "How much of the size that triggers a compression all that came back since the last one may take."),
            prune(
                    "enabled",
                    ValueType.bool(),
                    PruneOptions::enabled,
                    PruneOptions::withEnabled,
                    "Whether tool results are pruned or cut to size at all."),
            prune(
                    "mode",
                    ValueType.oneOf(Pruning.class),
                    PruneOptions::pruning,
                    PruneOptions::withPruning,
                    "auto: old results, by the policy of their tool. keep-all: none. keep-none: every result that the model"
                            + " has answered."),
            prune(
                    "safeguard",
                    ValueType.bool(),
                    PruneOptions::safeguard,
                    PruneOptions::withSafeguard,
                    "Whether protected results may go after all where the context would not fit otherwise."),
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
                    "Tokens of the newest tool results that stay; never above 25 % of the window."),
            prune(
                    "min-savings-tokens",
                    ValueType.integer(0, MAX_INT),
                    PruneOptions::minSavingsTokens,
                    PruneOptions::withMinSavingsTokens,
                    "Tokens that one step must save at least; never above 15 % of the window."),
            prune(
                    "keep-last-turns",
                    ValueType.integer(0, MAX_INT),
                    PruneOptions::keepLastTurns,
                    PruneOptions::withKeepLastTurns,
                    "How many of the last turns are left alone, the current one included."),
            prune(
                    "max-result-tokens",
                    ValueType.integerOrZero("half of the window", PruneOptions.MIN_RESULT_TOKENS, MAX_INT),
                    PruneOptions::maxResultTokens,
                    PruneOptions::withMaxResultTokens,
                    "Size in tokens above which one tool result loses its middle as soon as it comes in."),
            prune(
                    "placeholder",
                    ValueType.text("a text of up to " + PruneOptions.MAX_PLACEHOLDER
                            + " characters with no places but {tool}, {tokens} and {status}"),
                    PruneOptions::placeholder,
                    PruneOptions::withPlaceholder,
                    "What stands for a pruned result."),
            new Family<>(
                    "prune.tools.",
                    ValueType.oneOf(ToolPolicy.class),
                    draft -> draft.prune.tools(),
                    (draft, tool, policy) -> draft.prune(options -> options.withTool(tool, policy)),
                    "What may happen to the results of the tool of that name, or with * of all others. prune: old ones become"
                            + " placeholders. summarize: they stay until a compression, which reads them whole. keep: they"
                            + " stay until a compression."),
            tokens(
                    "source",
                    ValueType.oneOf(TokenOptions.Source.class),
                    TokenOptions::source,
                    TokenOptions::withSource,
                    "Which number decides. auto: what the provider last reported, with the estimate of what came after."
                            + " estimate: the estimate. provider: reported numbers alone."),
            tokens(
                    "estimator",
                    ValueType.oneOf(TokenOptions.Estimator.class),
                    TokenOptions::estimator,
                    TokenOptions::withEstimator,
                    "What counts the tokens of a text: a tokeniser, or its characters."),
            tokens(
                    "chars-per-token",
                    ValueType.decimal("0.1", "100"),
                    TokenOptions::charsPerToken,
                    TokenOptions::withCharsPerToken,
                    "Characters per token for the estimator characters, and wherever a tokeniser fails."),
            tokens(
                    "media-tokens",
                    ValueType.integer(0, 1_000_000),
                    TokenOptions::mediaTokens,
                    TokenOptions::withMediaTokens,
                    "Tokens of one image, sound or document."),
            tokens(
                    "safety-factor",
                    ValueType.decimal("0.5", "3"),
                    TokenOptions::safetyFactor,
                    TokenOptions::withSafetyFactor,
                    "What every estimate is multiplied by."));

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

    private static <T> KnobDefinition expansion(
            String key,
            ValueType<T> type,
            Function<ExpansionOptions, @Nullable T> get,
            BiFunction<ExpansionOptions, T, ExpansionOptions> with,
            String description) {
        return new Single<>(
                "expansion." + key,
                type,
                draft -> get.apply(draft.expansion),
                (draft, value) -> draft.expansion(options -> with.apply(options, value)),
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
