package io.github.sessioncompression.policy;

import io.github.sessioncompression.model.ModelOptions;
import io.github.sessioncompression.prune.PruneOptions;
import io.github.sessioncompression.recall.ExpansionOptions;
import io.github.sessioncompression.session.SessionOptions;
import io.github.sessioncompression.state.StateOptions;
import io.github.sessioncompression.token.ModelRegistry;
import io.github.sessioncompression.token.ModelRegistry.ModelLimits;
import io.github.sessioncompression.token.TokenOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Settings of compression: every knob of the library.
 *
 * <p>Immutable, so safe for use by many threads. Made in code, or read from properties whose keys start with
 * {@value #PREFIX}; what is not set keeps its default, and what is unknown, out of range or contradictory is refused:
 *
 * <pre>{@code
 * CompressionPolicy policy = CompressionPolicy.forWindow(128_000)
 *         .withTriggerRatio(0.80)
 *         .withState(StateOptions.defaults().withMaxTokens(4_000));
 * }</pre>
 *
 * <p>All ratios have one base, {@link #baseTokens()}: the context window without the tokens reserved for output.
 * {@link #knobs()} lists the properties with their defaults and ranges. Each {@code withX} throws
 * {@link IllegalArgumentException}, naming value and range, if a value is out of its range or contradicts another.
 */
public final class CompressionPolicy extends PolicyValues {
    /** Prefix of every key. */
    public static final String PREFIX = Knob.PREFIX;

    /** Kept, because engines are looked up by policy. */
    private final int hash;

    CompressionPolicy(PolicyDraft draft) {
        super(draft);
        hash = draft.named().hashCode();
        List<String> contradictions = Contradictions.in(draft, window);
        if (!contradictions.isEmpty()) {
            throw new IllegalArgumentException(String.join(System.lineSeparator(), contradictions));
        }
    }

    /** The defaults, with the context window still to be set. */
    public static CompressionPolicy defaults() {
        return new CompressionPolicy(new PolicyDraft());
    }

    /** The defaults for a context window, in tokens. */
    public static CompressionPolicy forWindow(int contextWindow) {
        return defaults().withContextWindow(contextWindow);
    }

    /** A preset, with the context window still to be set. */
    public static CompressionPolicy preset(Preset preset) {
        return new CompressionPolicy(PolicyReader.read(Objects.requireNonNull(preset, "preset")));
    }

    /**
     * Reads the properties that start with {@value #PREFIX}; others are ignored. A preset is applied first, and single
     * settings override it.
     *
     * @throws IllegalArgumentException if a key is unknown, a value is not written as its knob demands or out of range, or
     *     settings contradict each other; the message names all faults with key, value and what is allowed
     */
    public static CompressionPolicy of(Properties properties) {
        return new CompressionPolicy(PolicyReader.read(Objects.requireNonNull(properties, "properties")));
    }

    /** Reads a properties file in UTF-8, of up to 1 MB, like {@link #of(Properties)}; the message then names the file too. */
    public static CompressionPolicy load(Path file) throws IOException {
        return new CompressionPolicy(PolicyReader.load(Objects.requireNonNull(file, "file")));
    }

    /** All knobs, in the order in which documentation lists them. */
    public static List<Knob> knobs() {
        return Knobs.listed();
    }

    /**
     * This policy as properties for {@link #of}, without what is set in code alone: a schema or an awareness text of the application's
     * own, limits of models, prompts, and the finer options of pruning, expansion and the model.
     */
    public Properties toProperties() {
        return Knobs.write(values);
    }

    /** This policy switched on or off. */
    public CompressionPolicy withEnabled(boolean on) {
        return with(draft -> draft.enabled = on);
    }

    /** This policy for another {@link #contextWindow()}, 256 to 1,000,000,000 tokens. */
    public CompressionPolicy withContextWindow(int tokens) {
        return with(draft -> draft.contextWindow(tokens));
    }

    /** This policy for the chat model of this name, 1 to 256 characters. */
    public CompressionPolicy withModelName(String name) {
        return with(draft -> draft.modelName(name));
    }

    /** This policy with other limits of models, such as {@code ModelRegistry.bundled().withOverrides(file)}. */
    public CompressionPolicy withModelLimits(ModelRegistry limits) {
        return with(draft -> draft.modelLimits = Objects.requireNonNull(limits, "modelLimits"));
    }

    /** This policy with other {@link #reservedOutputTokens()}, 0 to 1,000,000,000. */
    public CompressionPolicy withReservedOutputTokens(int reserved) {
        return with(draft -> draft.reservedOutputTokens(reserved));
    }

    /** This policy with another {@link #triggerRatio()}. */
    public CompressionPolicy withTriggerRatio(double ratio) {
        return with(draft -> draft.triggerRatio(ratio));
    }

    /** This policy with another {@link #triggerMaxTokens()}. */
    public CompressionPolicy withTriggerMaxTokens(int tokens) {
        return with(draft -> draft.triggerMaxTokens(tokens));
    }

    /** This policy with another {@link #targetRatio()}. */
    public CompressionPolicy withTargetRatio(double ratio) {
        return with(draft -> draft.targetRatio(ratio));
    }

    /** This policy with another {@link #hardLimitRatio()}. */
    public CompressionPolicy withHardLimitRatio(double ratio) {
        return with(draft -> draft.hardLimitRatio(ratio));
    }

    /** This policy with other ratios, checked together: 0 &lt; target &lt; trigger &#8804; hardLimit &#8804; 1. */
    public CompressionPolicy withRatios(double target, double trigger, double hardLimit) {
        return with(draft -> {
            draft.targetRatio(target);
            draft.triggerRatio(trigger);
            draft.hardLimitRatio(hardLimit);
        });
    }

    /** This policy with another {@link #execution()}. */
    public CompressionPolicy withExecution(Execution when) {
        return with(draft -> draft.execution = Objects.requireNonNull(when, "execution"));
    }

    /** This policy with other {@link #triggerPoints()}; with none, only calls of the application compress. */
    public CompressionPolicy withTriggerPoints(Set<TriggerPoint> points) {
        return with(draft -> draft.triggerPoints(points));
    }

    /** This policy with another {@link #idleAfter()}. */
    public CompressionPolicy withIdleAfter(Duration rest) {
        return with(draft -> draft.idleAfter(rest));
    }

    /** This policy with another {@link #keepRecent()}. */
    public CompressionPolicy withKeepRecent(KeepRecent keep) {
        return with(draft -> draft.keepRecent = Objects.requireNonNull(keep, "keepRecent"));
    }

    /** This policy with another {@link #failure()}. */
    public CompressionPolicy withFailure(FailurePolicy what) {
        return with(draft -> draft.failure = Objects.requireNonNull(what, "failure"));
    }

    /**
     * This policy with another {@link #retention()}; {@link Retention#EVICT_COMPRESSED} needs an archive, which the compressor's
     * builder takes.
     */
    public CompressionPolicy withRetention(Retention what) {
        return with(draft -> draft.retention = Objects.requireNonNull(what, "retention"));
    }

    /** This policy with other {@link #state()} options. */
    public CompressionPolicy withState(StateOptions options) {
        return with(draft -> draft.state = Objects.requireNonNull(options, "state"));
    }

    /** This policy with other {@link #prune()} options. */
    public CompressionPolicy withPrune(PruneOptions options) {
        return with(draft -> draft.prune = Objects.requireNonNull(options, "prune"));
    }

    /** This policy with other {@link #tokens()} options. */
    public CompressionPolicy withTokens(TokenOptions options) {
        return with(draft -> draft.tokens = Objects.requireNonNull(options, "tokens"));
    }

    /** This policy with other {@link #sessions()} options. */
    public CompressionPolicy withSessions(SessionOptions options) {
        return with(draft -> draft.sessions = Objects.requireNonNull(options, "sessions"));
    }

    /** This policy with other {@link #expansion()} options. */
    public CompressionPolicy withExpansion(ExpansionOptions options) {
        return with(draft -> draft.expansion = Objects.requireNonNull(options, "expansion"));
    }

    /** This policy with other {@link #model()} options. */
    public CompressionPolicy withModel(ModelOptions options) {
        return with(draft -> draft.model = Objects.requireNonNull(options, "model"));
    }

    /**
     * A policy where the model's window turns out to be smaller: what is set in tokens shrinks with it, and the ratios stay.
     *
     * @param tokens the smaller window; below 256 it counts as 256
     * @return {@code policy} itself if its window is not larger
     * @throws IllegalStateException if {@code policy} has neither a window nor the name of a known model
     */
    public static CompressionPolicy shrunk(CompressionPolicy policy, int tokens) {
        int window = Math.max(ModelLimits.MIN_WINDOW, tokens);
        int from = policy.requireContextWindow();
        return window >= from ? policy : policy.with(draft -> draft.shrink(from, window));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other == this
                || (other instanceof CompressionPolicy that
                        && hash == that.hash
                        && values.named().equals(that.values.named()));
    }

    @Override
    public int hashCode() {
        return hash;
    }

    /** The properties that differ from the defaults. */
    @Override
    public String toString() {
        return "CompressionPolicy" + Knobs.changed(values);
    }

    private CompressionPolicy with(Consumer<PolicyDraft> change) {
        PolicyDraft draft = new PolicyDraft(values);
        change.accept(draft);
        return new CompressionPolicy(draft);
    }
}
