package io.github.sessioncompression.state;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.option.Bounds;
import io.github.sessioncompression.state.Artefacts.Work;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Options of keeping and showing the state. Immutable. */
public final class StateOptions {
    /** Treatment of the previous state when more of a chat is compressed. */
    public enum StateMode {
        /** The previous state is merged with the new span into one state. */
        MERGE,
        /** Each compression adds a state of its own. All are shown together, without the least important entries where they exceed the cap. */
        CHAIN,
        /** Nothing is compressed; pruning alone makes room. States of earlier compressions are still shown. */
        OFF
    }

    /** Place of a state in a request. */
    public enum Injection {
        /**
         * A user message with the envelope and the assistant's {@link StateEnvelope#ACKNOWLEDGEMENT}, before the kept turns.
         *
         * <p>Roles keep alternating and the system prompt never changes, so the provider's cache of it stays warm.
         */
        PAIR,
        /**
         * One assistant message with the envelope, before the kept turns.
         *
         * <p>The chat then opens with the assistant, which some providers refuse.
         */
        ASSISTANT,
        /**
         * The envelope at the end of the system prompt, in a copy made for the request.
         *
         * <p>Hostile to prompt caches: every compression changes the system prompt, so everything after it is paid in full
         * again.
         */
        SYSTEM;

        /** The messages that carry a state; none for an empty state or with {@link #SYSTEM}. */
        public List<Message> messages(StateSchema schema, StateDocument state) {
            if (state.isEmpty() || this == SYSTEM) {
                return List.of();
            }
            String envelope = StateEnvelope.wrap(schema, state);
            return this == PAIR
                    ? List.of(Message.user(envelope), Message.assistant(StateEnvelope.ACKNOWLEDGEMENT))
                    : List.of(Message.assistant(envelope));
        }

        /** The system prompt to send: with {@link #SYSTEM} a copy that ends with the state, else {@code systemPrompt} itself. */
        public String systemText(StateSchema schema, StateDocument state, String systemPrompt) {
            if (state.isEmpty() || this != SYSTEM) {
                return systemPrompt;
            }
            String envelope = StateEnvelope.wrap(schema, state);
            return systemPrompt.isEmpty() ? envelope : systemPrompt + "\n\n" + envelope;
        }
    }

    /** The smallest cap that can be set, in tokens. */
    public static final int MIN_TOKENS = 100;

    /** The largest cap that can be set, in tokens. */
    public static final int MAX_TOKENS = 1_000_000;

    /** The largest share of the cap for the outline of older segments. */
    public static final double MAX_SEGMENT_SHARE = 0.5;

    private static final int MAX_TOOL_NAME = 256;
    private static final double DERIVED_SHARE = 0.3;
    private static final int MIN_DERIVED = 1_100;
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

    /** The cap for a context window where none is set, in tokens: 30 % of the window, but 1,100 at least and 16,000 at most. */
    public static int derivedMaxTokens(int contextWindow) {
        return Math.min(MAX_DERIVED, Math.max(MIN_DERIVED, (int) (contextWindow * DERIVED_SHARE)));
    }

    /** Treatment of the previous state. Default: {@link StateMode#MERGE}. */
    public StateMode mode() {
        return values.mode;
    }

    /**
     * The cap of what is injected, in tokens: {@value #MIN_TOKENS} to {@value #MAX_TOKENS}, or 0 to
     * {@linkplain #derivedMaxTokens derive} it from the context window. Default: 0.
     */
    public int maxTokens() {
        return values.maxTokens;
    }

    /** Place of the state in a request. Default: {@link Injection#PAIR}. */
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
     * With {@link #historyTools}, the share of the state's cap for an outline of older segments, each with a marker that the model can ask
     * for; 0 to 0.5, 0 for none. Default: 0.15.
     */
    public double segmentShare() {
        return values.segmentShare;
    }

    /** The shape of the state. Default: {@link StateSchema#session()}. */
    public StateSchema schema() {
        return values.schema;
    }

    /**
     * The work of tools by name, where it is not what their names tell. Default: none; a tool with an argument such as {@code path} or
     * {@code file_path} reads, creates, changes or deletes by the words in its name, and names with todo, plan or ask tell of plans and questions.
     */
    public Map<String, Work> tools() {
        return values.tools;
    }

    /**
     * The system prompt with the awareness block at its end, after an empty line; the prompt itself where the block is switched off.
     *
     * <p>Idempotent: a prompt that has the block already is returned as it is, also if the block is for another schema.
     */
    public String appendAwareness(String systemPrompt) {
        return values.awareness ? block.appendTo(systemPrompt) : systemPrompt;
    }

    /** The system prompt as it was before {@link #appendAwareness}. */
    public String removeAwareness(String systemPrompt) {
        return values.awareness ? block.removeFrom(systemPrompt) : systemPrompt;
    }

    /** These options with another mode. */
    public StateOptions withMode(StateMode value) {
        return with(draft -> draft.mode = value);
    }

    /** These options with another cap, in tokens. */
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

    /** These options with an awareness block of the application's own, of at most 4,000 characters; {@code null} for the bundled one. */
    public StateOptions withAwarenessText(@Nullable String value) {
        return with(draft -> draft.awarenessText = value);
    }

    /** These options with the tools for looking into the past switched on or off. */
    public StateOptions withHistoryTools(boolean value) {
        return with(draft -> draft.historyTools = value);
    }

    /** These options with another share for the outline of older segments. */
    public StateOptions withSegmentShare(double value) {
        return with(draft -> draft.segmentShare = value);
    }

    /** These options with another shape of the state. */
    public StateOptions withSchema(StateSchema value) {
        return with(draft -> draft.schema = value);
    }

    /**
     * These options with another action of a tool on the file that its arguments name.
     *
     * @throws IllegalArgumentException if {@code toolName} is blank
     */
    public StateOptions withTool(String toolName, Work action) {
        Bounds.text("toolName", toolName, MAX_TOOL_NAME);
        Map<String, Work> changed = new LinkedHashMap<>(values.tools);
        changed.put(toolName, Objects.requireNonNull(action, "action"));
        return with(draft -> draft.tools = Collections.unmodifiableMap(changed));
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
        Map<String, Work> tools = Map.of();

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
            tools = from.tools;
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
            named.put("tools", tools);
            return named;
        }
    }
}
