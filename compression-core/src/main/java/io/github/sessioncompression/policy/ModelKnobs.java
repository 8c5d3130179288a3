package io.github.sessioncompression.policy;

import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.model.Prompts;
import io.github.sessioncompression.policy.KnobDefinition.Single;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/** The knobs of the compression model's options. */
final class ModelKnobs {
    static final List<KnobDefinition> ALL = List.of(
            model(
                    "timeout",
                    ValueType.duration("1ms", "1h"),
                    ModelOptions::timeout,
                    ModelOptions::withTimeout,
                    "The longest one call of the compression model may take."),
            model(
                    "deadline",
                    ValueType.duration("1ms", "24h"),
                    ModelOptions::deadline,
                    ModelOptions::withDeadline,
                    "The longest a compression may take, with all its calls, retries and pauses."),
            model(
                    "retries",
                    ValueType.integer(0, 10),
                    ModelOptions::retries,
                    ModelOptions::withRetries,
                    "How often a failed call is repeated."),
            model(
                    "backoff",
                    ValueType.duration("1ms", "10m"),
                    ModelOptions::backoff,
                    ModelOptions::withBackoff,
                    "The pause before the first repetition; it doubles with each."),
            model(
                    "breaker-threshold",
                    ValueType.integer(1, 1_000),
                    ModelOptions::breakerThreshold,
                    ModelOptions::withBreakerThreshold,
                    "After how many failures in a row the model is left alone for a while."),
            model(
                    "cooldown",
                    ValueType.duration("1ms", "24h"),
                    ModelOptions::cooldown,
                    ModelOptions::withCooldown,
                    "How long the model is then left alone."),
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
                    "The most the compression model may write, in tokens; 0 derives it from the cap of the state."),
            model(
                    "max-steps",
                    ValueType.integer(1, 1_000),
                    ModelOptions::maxSteps,
                    ModelOptions::withMaxSteps,
                    "In how many steps larger input may be compressed."),
            model(
                    "result-code-points",
                    ValueType.integer(100, 10_000_000),
                    ModelOptions::resultCodePoints,
                    ModelOptions::withResultCodePoints,
                    "The most of one tool result that the model is shown, in code points."),
            prompt("initial", Prompts::withInitial, "Instructions for a chat that has no state yet."),
            prompt("merge", Prompts::withMerge, "Instructions for new messages on top of a state."),
            prompt("condense", Prompts::withCondense, "Instructions for a state that came out too large."));

    private ModelKnobs() {}

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

    /** A prompt is read from a location, and where it came from is not kept, so it is never written. */
    private static KnobDefinition prompt(String name, BiFunction<Prompts, String, Prompts> with, String description) {
        return new Single<>(
                "model.prompts." + name,
                ValueType.text("the path of a text file in UTF-8, or classpath: and the name of a resource"),
                draft -> null,
                (draft, location) -> draft.model(options -> options.withPrompts(
                        with.apply(options.prompts(), Prompts.read(location, ModelKnobs.class.getClassLoader())))),
                description + " The bundled ones unless set.");
    }
}
