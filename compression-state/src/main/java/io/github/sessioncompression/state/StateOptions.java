package io.github.sessioncompression.state;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.option.Bounds;
import io.github.sessioncompression.option.OptionSet;
import io.github.sessioncompression.option.ValueType;
import io.github.sessioncompression.state.Artefacts.Work;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Options of keeping and showing the state. Immutable.
 *
 * <p>Each option has a default, a getter and a {@code with} method that returns a changed copy. Ranges are checked when
 * a value is set.
 *
 * <p><em>Threads</em>: immutable, so safe for use by many. <em>On failure</em>: a value out of range throws {@link
 * IllegalArgumentException} with name, range and value.
 *
 * <pre>{@code
 * StateOptions options = StateOptions.defaults().withMaxTokens(4_000).withSchema(StateSchema.research());
 * }</pre>
 *
 * @see StateSchema
 */
public final class StateOptions extends OptionSet<StateOptions> {
    /** Use of states. */
    public enum StateMode {
        /** The previous state is merged with the new span into one state. */
        MERGE,
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

    /** The smallest cap that can be set, in tokens; an empty state's envelope takes a good part of it. */
    public static final int MIN_TOKENS = 100;

    /** The largest cap that can be set, in tokens. */
    public static final int MAX_TOKENS = 1_000_000;

    /** The largest share of the cap for the outline of older segments. */
    public static final double MAX_SEGMENT_SHARE = 0.5;

    /** Longest name of a tool, in UTF-16 units. */
    private static final int MAX_TOOL_NAME = 256;
    /** Largest cap of a state for which none is set, in tokens. */
    public static final int MOST_DERIVED_TOKENS = 16_000;

    private static final Option<StateMode> MODE = Option.of("mode", StateMode.MERGE, ValueType.oneOf(StateMode.class));
    private static final Option<Integer> CAP = Option.of(
            "maxTokens", 0, ValueType.integerOrZero("what target-ratio leaves, at most 16000", MIN_TOKENS, MAX_TOKENS));
    private static final Option<Injection> INJECTION =
            Option.of("injection", Injection.PAIR, ValueType.oneOf(Injection.class));
    private static final Option<Boolean> AWARENESS = Option.of("awareness", true, ValueType.bool());
    private static final Option<Optional<String>> AWARENESS_TEXT = Option.inCode("awarenessText", Optional.empty());
    private static final Option<Boolean> HISTORY_TOOLS = Option.of("historyTools", false, ValueType.bool());
    private static final Option<Double> SEGMENT_SHARE =
            Option.of("segmentShare", 0.15, ValueType.decimal(0, MAX_SEGMENT_SHARE));
    private static final Option<StateSchema> SCHEMA = Option.of(
            "schema",
            StateSchema.session(),
            ValueType.named(
                    StateSchema.class,
                    List.of(StateSchema.continuation(), StateSchema.research(), StateSchema.session()),
                    schema -> schema.name().replace("_state", "")));
    private static final Option<Map<String, Work>> TOOLS = Option.inCode("tools", Map.of());

    private static final StateOptions DEFAULTS = new StateOptions(
            Values.of(MODE, CAP, INJECTION, AWARENESS, AWARENESS_TEXT, HISTORY_TOOLS, SEGMENT_SHARE, SCHEMA, TOOLS));

    private final Awareness block;

    private StateOptions(Values values) {
        super(values, StateOptions::new);
        block = awarenessText().map(Awareness::ofText).orElseGet(() -> Awareness.of(schema(), historyTools()));
    }

    /** Merged into one session state, capped by the window, injected as a pair, with the bundled awareness block. */
    public static StateOptions defaults() {
        return DEFAULTS;
    }

    /** Treatment of the previous state. Default: {@link StateMode#MERGE}. */
    public StateMode mode() {
        return get(MODE);
    }

    /**
     * The cap of what is injected, in tokens: {@value #MIN_TOKENS} to {@value #MAX_TOKENS}, or 0 for
     * the policy's target, at most {@value #MOST_DERIVED_TOKENS}. Default: 0.
     */
    public int maxTokens() {
        return get(CAP);
    }

    /** Place of the state in a request. Default: {@link Injection#PAIR}. */
    public Injection injection() {
        return get(INJECTION);
    }

    /** True if the awareness block is appended to the system prompt. Default: true. */
    public boolean awareness() {
        return get(AWARENESS);
    }

    /** The application's own text of the awareness block. Default: empty, the bundled text for the schema. */
    public Optional<String> awarenessText() {
        return get(AWARENESS_TEXT);
    }

    /**
     * True if the model is given the tools {@code search_history} and {@code expand_segment}, with which it finds what left its
     * context; the bundled awareness block then names them. Default: false.
     *
     * <p>Adapters that see each call hand the tools over by themselves; elsewhere the application does.
     */
    public boolean historyTools() {
        return get(HISTORY_TOOLS);
    }

    /**
     * With {@link #historyTools}, the share of the state's cap for an outline of older segments, each with a marker that the model can ask
     * for; 0 to 0.5, 0 for none. Default: 0.15.
     */
    public double segmentShare() {
        return get(SEGMENT_SHARE);
    }

    /** The shape of the state. Default: {@link StateSchema#session()}. */
    public StateSchema schema() {
        return get(SCHEMA);
    }

    /**
     * The work of tools by name, if their names do not show it. Default: none; a tool with an argument such as {@code path} or
     * {@code file_path} reads, creates, changes or deletes by the words in its name, and names with todo, plan or ask are for plans and questions.
     */
    public Map<String, Work> tools() {
        return get(TOOLS);
    }

    /**
     * The system prompt with the awareness block at its end, after an empty line; the prompt itself if the block is switched off.
     *
     * <p>Idempotent: a prompt that has the block already is returned as it is, also if the block is for another schema.
     */
    public String appendAwareness(String systemPrompt) {
        return awareness() ? block.appendTo(systemPrompt) : systemPrompt;
    }

    /** The system prompt as it was before {@link #appendAwareness}. */
    public String removeAwareness(String systemPrompt) {
        return awareness() ? block.removeFrom(systemPrompt) : systemPrompt;
    }

    /** These options with another mode. */
    public StateOptions withMode(StateMode value) {
        return with(MODE, value);
    }

    /** These options with another cap, in tokens. */
    public StateOptions withMaxTokens(int value) {
        return with(CAP, value);
    }

    /** These options with another place for the state. */
    public StateOptions withInjection(Injection value) {
        return with(INJECTION, value);
    }

    /** These options with the awareness block switched on or off. */
    public StateOptions withAwareness(boolean value) {
        return with(AWARENESS, value);
    }

    /** These options with an awareness block of the application's own, of at most 4,000 characters; {@code null} for the bundled one. */
    public StateOptions withAwarenessText(@Nullable String value) {
        return with(AWARENESS_TEXT, Optional.ofNullable(value));
    }

    /** These options with the tools for looking into the past switched on or off. */
    public StateOptions withHistoryTools(boolean value) {
        return with(HISTORY_TOOLS, value);
    }

    /** These options with another share for the outline of older segments. */
    public StateOptions withSegmentShare(double value) {
        return with(SEGMENT_SHARE, value);
    }

    /** These options with another shape of the state. */
    public StateOptions withSchema(StateSchema value) {
        return with(SCHEMA, value);
    }

    /**
     * These options with another action of a tool on the file that its arguments name.
     *
     * @throws IllegalArgumentException if {@code toolName} is blank
     */
    public StateOptions withTool(String toolName, Work action) {
        Bounds.text("toolName", toolName, MAX_TOOL_NAME);
        Map<String, Work> changed = new LinkedHashMap<>(tools());
        changed.put(toolName, Objects.requireNonNull(action, "action"));
        return with(TOOLS, Collections.unmodifiableMap(changed));
    }

    /** All values by name; of the application's own awareness text only how long it is, and of the schema its name. */
    @Override
    public String toString() {
        Map<String, Object> shown = named();
        shown.replace("awarenessText", awarenessText().map(text -> text.length() + " characters"));
        shown.replace("schema", schema().name());
        return "StateOptions" + shown;
    }
}
