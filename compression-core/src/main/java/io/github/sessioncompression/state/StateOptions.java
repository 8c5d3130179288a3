package io.github.sessioncompression.state;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How the state is kept and shown.
 *
 * <p>Immutable, so safe for use by many threads.
 */
public final class StateOptions {
    /** The smallest cap that can be set, in tokens. */
    public static final int MIN_TOKENS = 100;

    /** The largest cap that can be set, in tokens. */
    public static final int MAX_TOKENS = 1_000_000;

    private static final double DERIVED_SHARE = 0.15;
    private static final int MIN_DERIVED = 1_000;
    private static final int MAX_DERIVED = 16_000;

    private static final StateOptions DEFAULTS =
            new StateOptions(true, StateMode.MERGE, 0, Injection.PAIR, true, null, StateSchema.session());

    private final boolean enabled;
    private final StateMode mode;
    private final int maxTokens;
    private final Injection injection;
    private final boolean awareness;
    private final @Nullable String awarenessText;
    private final StateSchema schema;
    private final Awareness block;

    private StateOptions(
            boolean enabled,
            StateMode mode,
            int maxTokens,
            Injection injection,
            boolean awareness,
            @Nullable String awarenessText,
            StateSchema schema) {
        if (maxTokens != 0 && (maxTokens < MIN_TOKENS || maxTokens > MAX_TOKENS)) {
            throw new IllegalArgumentException("maxTokens must be 0 (derived from the context window) or " + MIN_TOKENS
                    + " to " + MAX_TOKENS + ", but was " + maxTokens);
        }
        this.enabled = enabled;
        this.mode = Objects.requireNonNull(mode, "mode");
        this.maxTokens = maxTokens;
        this.injection = Objects.requireNonNull(injection, "injection");
        this.awareness = awareness;
        this.awarenessText = awarenessText;
        this.schema = Objects.requireNonNull(schema, "schema");
        this.block = awarenessText == null ? Awareness.of(schema) : Awareness.ofText(awarenessText);
    }

    /** Merged into one session state, capped by the window, injected as a pair, with the bundled awareness block. */
    public static StateOptions defaults() {
        return DEFAULTS;
    }

    /** The cap for a context window where none is set, in tokens: 15 % of the window, but 1,000 at least and 16,000 at most. */
    public static int derivedMaxTokens(int contextWindow) {
        return Math.min(MAX_DERIVED, Math.max(MIN_DERIVED, (int) (contextWindow * DERIVED_SHARE)));
    }

    /** Whether older messages are compressed to a state at all; {@code false} leaves pruning alone to make room. Default: true. */
    public boolean enabled() {
        return enabled;
    }

    /** What becomes of the previous state. Default: {@link StateMode#MERGE}. */
    public StateMode mode() {
        return mode;
    }

    /**
     * The cap of what is injected, in tokens: {@value #MIN_TOKENS} to {@value #MAX_TOKENS}, or 0 to
     * {@link #derivedMaxTokens derive} it from the context window. Default: 0.
     */
    public int maxTokens() {
        return maxTokens;
    }

    /** Where the state stands in what the model is sent. Default: {@link Injection#PAIR}. */
    public Injection injection() {
        return injection;
    }

    /** Whether the awareness block is appended to the system prompt. Default: true. */
    public boolean awareness() {
        return awareness;
    }

    /** The application's own text of the awareness block. Default: empty, the bundled text for the schema. */
    public Optional<String> awarenessText() {
        return Optional.ofNullable(awarenessText);
    }

    /** The shape of the state. Default: {@link StateSchema#session()}. */
    public StateSchema schema() {
        return schema;
    }

    /**
     * The system prompt with the awareness block, or the prompt itself where the block is switched off.
     *
     * @see Awareness#appendTo(String)
     */
    public String appendAwareness(String systemPrompt) {
        return awareness ? block.appendTo(systemPrompt) : systemPrompt;
    }

    /**
     * The system prompt as it was before {@link #appendAwareness}.
     *
     * @see Awareness#removeFrom(String)
     */
    public String removeAwareness(String systemPrompt) {
        return awareness ? block.removeFrom(systemPrompt) : systemPrompt;
    }

    /** These options with compression to a state switched on or off. */
    public StateOptions withEnabled(boolean newEnabled) {
        return new StateOptions(newEnabled, mode, maxTokens, injection, awareness, awarenessText, schema);
    }

    /** These options with another mode. */
    public StateOptions withMode(StateMode newMode) {
        return new StateOptions(enabled, newMode, maxTokens, injection, awareness, awarenessText, schema);
    }

    /**
     * These options with another cap, in tokens.
     *
     * @throws IllegalArgumentException if it is neither 0 nor {@value #MIN_TOKENS} to {@value #MAX_TOKENS}
     */
    public StateOptions withMaxTokens(int newMaxTokens) {
        return new StateOptions(enabled, mode, newMaxTokens, injection, awareness, awarenessText, schema);
    }

    /** These options with another place for the state. */
    public StateOptions withInjection(Injection newInjection) {
        return new StateOptions(enabled, mode, maxTokens, newInjection, awareness, awarenessText, schema);
    }

    /** These options with the awareness block switched on or off. */
    public StateOptions withAwareness(boolean newAwareness) {
        return new StateOptions(enabled, mode, maxTokens, injection, newAwareness, awarenessText, schema);
    }

    /**
     * These options with an awareness block of the application's own.
     *
     * @param newText the block; {@code null} for the bundled one
     * @throws IllegalArgumentException if it is blank or longer than {@value Awareness#MAX_CHARACTERS} characters
     */
    public StateOptions withAwarenessText(@Nullable String newText) {
        return new StateOptions(enabled, mode, maxTokens, injection, awareness, newText, schema);
    }

    /** These options with another shape of the state. */
    public StateOptions withSchema(StateSchema newSchema) {
        return new StateOptions(enabled, mode, maxTokens, injection, awareness, awarenessText, newSchema);
    }
}
