package io.github.sessioncompression.state;

import io.github.sessioncompression.option.Bounds;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
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

    /** The largest share of the cap for what is told of older stretches of the chat. */
    public static final double MAX_SEGMENT_SHARE = 0.5;

    private static final double DERIVED_SHARE = 0.3;
    private static final int MIN_DERIVED = 1_000;
    private static final int MAX_DERIVED = 16_000;

    private static final StateOptions DEFAULTS = new StateOptions(new Draft());

    private final Draft values;
    private final Awareness block;

    private StateOptions(Draft draft) {
        draft.check();
        values = draft;
        block = draft.awarenessText == null
                ? Awareness.of(draft.schema, draft.historyTools)
                : Awareness.ofText(draft.awarenessText);
    }

    /** Merged into one session state, capped by the window, injected as a pair, with the bundled awareness block. */
    public static StateOptions defaults() {
        return DEFAULTS;
    }

    /** The cap for a context window where none is set, in tokens: 30 % of the window, but 1,000 at least and 16,000 at most. */
    public static int derivedMaxTokens(int contextWindow) {
        return Math.min(MAX_DERIVED, Math.max(MIN_DERIVED, (int) (contextWindow * DERIVED_SHARE)));
    }

    /** What becomes of the previous state. Default: {@link StateMode#MERGE}. */
    public StateMode mode() {
        return values.mode;
    }

    /**
     * The cap of what is injected, in tokens: {@value #MIN_TOKENS} to {@value #MAX_TOKENS}, or 0 to
     * {@link #derivedMaxTokens derive} it from the context window. Default: 0.
     */
    public int maxTokens() {
        return values.maxTokens;
    }

    /** Where the state stands in what the model is sent. Default: {@link Injection#PAIR}. */
    public Injection injection() {
        return values.injection;
    }

    /** True if the awareness block is appended to the system prompt. Default: true. */
    public boolean awareness() {
        return values.awareness;
    }

    /** The application's own text of the awareness block. Default: empty, the bundled text for the schema. */
    public Optional<String> awarenessText() {
        return Optional.ofNullable(values.awarenessText);
    }

    /**
     * True if the model is given the tools {@code search_history} and {@code expand_segment}, with which it finds what left its
     * context; the bundled awareness block then names them. Default: false.
     *
     * <p>Adapters that see each call hand the tools over by themselves; elsewhere the application does.
     */
    public boolean historyTools() {
        return values.historyTools;
    }

    /**
     * With {@link #historyTools}, the share of the state's cap that tells of older stretches of the chat one by one, each with a marker
     * that the model can ask for; 0 to 0.5, 0 for none. Default: 0.15.
     */
    public double segmentShare() {
        return values.segmentShare;
    }

    /** The shape of the state. Default: {@link StateSchema#session()}. */
    public StateSchema schema() {
        return values.schema;
    }

    /**
     * The system prompt with the awareness block, or the prompt itself where the block is switched off.
     *
     * @see Awareness#appendTo(String)
     */
    public String appendAwareness(String systemPrompt) {
        return values.awareness ? block.appendTo(systemPrompt) : systemPrompt;
    }

    /**
     * The system prompt as it was before {@link #appendAwareness}.
     *
     * @see Awareness#removeFrom(String)
     */
    public String removeAwareness(String systemPrompt) {
        return values.awareness ? block.removeFrom(systemPrompt) : systemPrompt;
    }

    /** These options with another mode. */
    public StateOptions withMode(StateMode value) {
        return with(draft -> draft.mode = value);
    }

    /**
     * These options with another cap, in tokens.
     *
     * @throws IllegalArgumentException if it is neither 0 nor {@value #MIN_TOKENS} to {@value #MAX_TOKENS}
     */
    public StateOptions withMaxTokens(int value) {
        return with(draft -> draft.maxTokens = value);
    }

    /** These options with another place for the state. */
    public StateOptions withInjection(Injection value) {
        return with(draft -> draft.injection = value);
    }

    /** These options with the awareness block switched on or off. */
    public StateOptions withAwareness(boolean value) {
        return with(draft -> draft.awareness = value);
    }

    /**
     * These options with an awareness block of the application's own.
     *
     * @param value the block; {@code null} for the bundled one
     * @throws IllegalArgumentException if it is blank or longer than {@value Awareness#MAX_CHARACTERS} characters
     */
    public StateOptions withAwarenessText(@Nullable String value) {
        return with(draft -> draft.awarenessText = value);
    }

    /** These options with the tools for looking into the past switched on or off. */
    public StateOptions withHistoryTools(boolean value) {
        return with(draft -> draft.historyTools = value);
    }

    /**
     * These options with another share for what the state tells of older stretches of the chat.
     *
     * @throws IllegalArgumentException if it is not from 0 to {@value #MAX_SEGMENT_SHARE}
     */
    public StateOptions withSegmentShare(double value) {
        return with(draft -> draft.segmentShare = value);
    }

    /** These options with another shape of the state. */
    public StateOptions withSchema(StateSchema value) {
        return with(draft -> draft.schema = value);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other == this
                || (other instanceof StateOptions that && values.named().equals(that.values.named()));
    }

    @Override
    public int hashCode() {
        return values.named().hashCode();
    }

    /** All values by name; of the application's own awareness text only how long it is, and of the schema its name. */
    @Override
    public String toString() {
        Map<String, Object> shown = values.named();
        shown.replace("awarenessText", awarenessText().map(text -> text.length() + " characters"));
        shown.replace("schema", values.schema.name());
        return "StateOptions" + shown;
    }

    private StateOptions with(Consumer<Draft> change) {
        Draft draft = new Draft(values);
        change.accept(draft);
        return new StateOptions(draft);
    }

    /** The defaults, and what a {@code withX} changes before the result is checked; not changed afterwards. */
    private static final class Draft {
        StateMode mode = StateMode.MERGE;
        int maxTokens;
        Injection injection = Injection.PAIR;
        boolean awareness = true;

        @Nullable
        String awarenessText;

        boolean historyTools;
        double segmentShare = 0.15;
        StateSchema schema = StateSchema.session();

        Draft() {}

        Draft(Draft from) {
            mode = from.mode;
            maxTokens = from.maxTokens;
            injection = from.injection;
            awareness = from.awareness;
            awarenessText = from.awarenessText;
            historyTools = from.historyTools;
            segmentShare = from.segmentShare;
            schema = from.schema;
        }

        void check() {
            Objects.requireNonNull(mode, "mode");
            Bounds.zeroOrWithin("maxTokens", maxTokens, "derived from the context window", MIN_TOKENS, MAX_TOKENS);
            Objects.requireNonNull(injection, "injection");
            Bounds.within("segmentShare", segmentShare, 0.0, MAX_SEGMENT_SHARE);
            Objects.requireNonNull(schema, "schema");
        }

        Map<String, Object> named() {
            Map<String, Object> named = new LinkedHashMap<>();
            named.put("mode", mode);
            named.put("maxTokens", maxTokens);
            named.put("injection", injection);
            named.put("awareness", awareness);
            named.put("awarenessText", Optional.ofNullable(awarenessText));
            named.put("historyTools", historyTools);
            named.put("segmentShare", segmentShare);
            named.put("schema", schema);
            return named;
        }
    }
}
