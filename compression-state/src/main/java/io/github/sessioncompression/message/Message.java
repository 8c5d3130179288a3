package io.github.sessioncompression.message;

import io.github.sessioncompression.option.Bounds;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One message of a chat, free of any framework.
 *
 * <p>Immutable, so safe for use by many threads. What the neutral model does not describe (images, thinking, provider
 * attributes) rides along untouched in {@link #source()}: an adapter puts its own message there and takes it back out
 * of the view.
 *
 * <p>Made by the factories ({@link #user}, {@link #assistant}, {@link #system}, {@link #toolResult}) and changed copies
 * ({@code with…}). A method that changes what the framework's own message also holds drops {@link #source()} or keeps
 * it as {@link FormerSource}, because an adapter would send the old message otherwise; each method's doc says which.
 *
 * <pre>{@code
 * Message question = Message.user("Where is order 4711?").withTimestamp(now);
 * Message call = Message.assistant("", List.of(new ToolCall("c1", "find_order", "{\"id\":4711}")));
 * Message result = Message.toolResult("c1", "find_order", "shipped");
 * }</pre>
 *
 * <p><em>On failure</em>: the constructor throws if the parts do not fit the role; nothing else throws except where
 * documented.
 *
 * @see Entry
 * @see MessageCodec
 *
 * @param role who it is from
 * @param text the text, empty if there is none
 * @param toolCalls tool calls of an assistant message, else empty
 * @param toolCallId for a tool result the id of the call it answers, empty if the provider gives none; else empty
 * @param error whether a tool result reports a failure
 * @param mediaCount how many images, sounds or documents it carries beside the text, 0 or more
 * @param name the speaker's name, or for a tool result the tool's name
 * @param id the application's own id
 * @param timestamp when it was sent
 * @param pinned whether it stays verbatim in every view: neither pruned nor compressed away; for a tool result together with
 *     the call it answers
 * @param parts the user's own words within the text, if an application or a framework added to them; {@code null} if all of the text is theirs
 * @param source the framework's own message, or that in {@link Thinking} or {@link FormerSource}; {@code null} for one made by this
 *     library
 */
public record Message(
        Role role,
        String text,
        List<ToolCall> toolCalls,
        String toolCallId,
        boolean error,
        int mediaCount,
        @Nullable String name,
        @Nullable String id,
        @Nullable Instant timestamp,
        boolean pinned,
        @Nullable Parts parts,
        @Nullable Object source) {

    /**
     * Parts of a user's message that others added to: retrieved documents, a template around both.
     *
     * <p>A state quotes {@code own} as the user's and {@code found} as found text; it reads nothing else of the message. If {@code own} does not
     * occur in the message's text, nothing of it is the user's.
     *
     * @param own the words that the user wrote; empty for none
     * @param found the content that was added to them; empty for none
     */
    public record Parts(String own, String found) {
        /** Checks that both are there. */
        public Parts {
            Objects.requireNonNull(own, "own");
            Objects.requireNonNull(found, "found");
        }

        /**
         * The parts of a text of which the user's words are known: what was found is the longer rest, before or behind them, and all of the
         * text if they do not occur in it.
         */
        public static Parts around(String text, String own) {
            int at = text.indexOf(own);
            String before = text.substring(0, Math.max(0, at));
            String behind = at < 0 ? text : text.substring(at + own.length());
            return new Parts(own, (before.length() > behind.length() ? before : behind).strip());
        }
    }

    /**
     * A framework's own message from before a view changed the neutral one: ids, names and arguments of its calls, or the text of a system
     * message. An adapter takes from it what the neutral message does not describe (thinking, signatures, attributes), and the rest from the
     * neutral one.
     *
     * @param own the framework's own message
     */
    public record FormerSource(Object own) {}

    /**
     * A framework's own message with a model's thinking, which some providers bind to everything that came before it.
     *
     * @param own the framework's own message
     * @param without the same message without the thinking and what signs it
     * @param prefix hash of the request that it answers, made and read by the conversation; empty if it is not known,
     *     {@link #UNSENDABLE} if no provider takes the thinking back in this form
     */
    public record Thinking(Object own, Object without, String prefix) {
        /** The prefix of thinking that is never sent back. */
        public static final String UNSENDABLE = "-";

        /** Checks that nothing is missing. */
        public Thinking {
            Objects.requireNonNull(own, "own");
            Objects.requireNonNull(without, "without");
            Objects.requireNonNull(prefix, "prefix");
        }

        /** Thinking whose prefix is not known yet. */
        public Thinking(Object own, Object without) {
            this(own, without, "");
        }
    }

    /**
     * Checks that the parts fit the role.
     *
     * @throws IllegalArgumentException if {@code mediaCount} is negative, if a message that is not an assistant's has tool
     *     calls, if one that is not a tool result has a {@code toolCallId}, or if one that is not a user's has {@code parts}
     */
    public Message {
        Objects.requireNonNull(role, "role");
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(toolCallId, "toolCallId");
        toolCalls = Bounds.all("toolCalls", toolCalls);
        Bounds.notNegative("mediaCount", mediaCount);
        if (role != Role.ASSISTANT && !toolCalls.isEmpty()) {
            throw new IllegalArgumentException("only an assistant message has toolCalls, but this is a " + role);
        }
        if (role != Role.TOOL && !toolCallId.isEmpty()) {
            throw new IllegalArgumentException("only a tool result has a toolCallId, but this is a " + role);
        }
        if (role != Role.USER && parts != null) {
            throw new IllegalArgumentException("only a user's message has parts, but this is a " + role);
        }
    }

    /** A system message. */
    public static Message system(String text) {
        return of(Role.SYSTEM, text);
    }

    /** A user message. */
    public static Message user(String text) {
        return of(Role.USER, text);
    }

    /** An assistant message without tool calls. */
    public static Message assistant(String text) {
        return of(Role.ASSISTANT, text);
    }

    /** An assistant message that calls tools; {@code text} may be empty. */
    public static Message assistant(String text, List<ToolCall> toolCalls) {
        return new Message(Role.ASSISTANT, text, toolCalls, "", false, 0, null, null, null, false, null, null);
    }

    /** The result of the call {@code toolCallId} of the tool {@code toolName}. */
    public static Message toolResult(String toolCallId, String toolName, String text) {
        return new Message(Role.TOOL, text, List.of(), toolCallId, false, 0, toolName, null, null, false, null, null);
    }

    private static Message of(Role role, String text) {
        return new Message(role, text, List.of(), "", false, 0, null, null, null, false, null, null);
    }

    /** True if this is an assistant message that calls at least one tool. */
    public boolean callsTools() {
        return !toolCalls.isEmpty();
    }

    /** This message with another text and no {@link #source()}, because the framework's own message still has the old one. */
    public Message withText(String newText) {
        return new Message(
                role, newText, toolCalls, toolCallId, error, mediaCount, name, id, timestamp, pinned, parts, null);
    }

    /**
     * This system message with another text, its {@link #source()} as {@link FormerSource}.
     *
     * @throws IllegalArgumentException if it is not a system message
     */
    public Message withOtherText(String newText) {
        if (role != Role.SYSTEM) {
            throw new IllegalArgumentException("only a system message keeps its source with another text");
        }
        return withText(newText).withSource(formerSource());
    }

    /**
     * This message with other calls and no {@link #source()}, because the framework's own message still has the old ones.
     *
     * @throws IllegalArgumentException if it is not an assistant's and {@code newCalls} are not empty
     */
    public Message withToolCalls(List<ToolCall> newCalls) {
        return new Message(
                role, text, newCalls, toolCallId, error, mediaCount, name, id, timestamp, pinned, parts, null);
    }

    /** This message with each call changed, its {@link #source()} as {@link FormerSource}; itself if none changes. */
    public Message withEachCall(UnaryOperator<ToolCall> change) {
        List<ToolCall> newCalls = toolCalls.stream().map(change).toList();
        return newCalls.equals(toolCalls) ? this : withToolCalls(newCalls).withSource(formerSource());
    }

    /**
     * This result as one of another call, its {@link #source()} as {@link FormerSource}.
     *
     * @throws IllegalArgumentException if it is not a tool result and {@code callId} is not empty
     */
    public Message withCall(String callId, @Nullable String toolName) {
        return new Message(
                role,
                text,
                toolCalls,
                callId,
                error,
                mediaCount,
                toolName,
                id,
                timestamp,
                pinned,
                parts,
                formerSource());
    }

    /** True if a model's thinking rides along. */
    public boolean hasThinking() {
        return source instanceof Thinking
                || (source instanceof FormerSource former && former.own() instanceof Thinking);
    }

    /** {@link Thinking#prefix() Prefix} of the model's thinking; empty if it is not known, or if there is no thinking. */
    public String thinkingPrefix() {
        Object own = source instanceof FormerSource former ? former.own() : source;
        return own instanceof Thinking thinking ? thinking.prefix() : "";
    }

    /** This message with another {@link Thinking#prefix() prefix} of its thinking; itself if it has none. */
    public Message withThinkingPrefix(String prefix) {
        Object own = source instanceof FormerSource former ? former.own() : source;
        if (!(own instanceof Thinking thinking) || thinking.prefix().equals(prefix)) {
            return this;
        }
        Thinking bound = new Thinking(thinking.own(), thinking.without(), prefix);
        return withSource(source instanceof FormerSource ? new FormerSource(bound) : bound);
    }

    /** This message without the model's thinking; itself if it has none. */
    public Message withoutThinking() {
        if (source instanceof Thinking thinking) {
            return withSource(thinking.without());
        }
        return source instanceof FormerSource former && former.own() instanceof Thinking thinking
                ? withSource(new FormerSource(thinking.without()))
                : this;
    }

    /** The framework's own message, out of {@link Thinking} and {@link FormerSource}; {@code null} if there is none. */
    public @Nullable Object frameworkMessage() {
        Object own = source instanceof FormerSource former ? former.own() : source;
        return own instanceof Thinking thinking ? thinking.own() : own;
    }

    private @Nullable Object formerSource() {
        return source == null || source instanceof FormerSource ? source : new FormerSource(source);
    }

    /** This message marked as the report of a failure, or not. */
    public Message withError(boolean failed) {
        return new Message(
                role, text, toolCalls, toolCallId, failed, mediaCount, name, id, timestamp, pinned, parts, source);
    }

    /** This message with another number of media parts. */
    public Message withMediaCount(int count) {
        return new Message(role, text, toolCalls, toolCallId, error, count, name, id, timestamp, pinned, parts, source);
    }

    /** This message with another speaker's or tool's name. */
    public Message withName(@Nullable String newName) {
        return new Message(
                role, text, toolCalls, toolCallId, error, mediaCount, newName, id, timestamp, pinned, parts, source);
    }

    /** This message with another id of the application's. */
    public Message withId(@Nullable String newId) {
        return new Message(
                role, text, toolCalls, toolCallId, error, mediaCount, name, newId, timestamp, pinned, parts, source);
    }

    /** This message with another time. */
    public Message withTimestamp(@Nullable Instant when) {
        return new Message(role, text, toolCalls, toolCallId, error, mediaCount, name, id, when, pinned, parts, source);
    }

    /** This message kept verbatim in every view, or not. */
    public Message withPinned(boolean pin) {
        return new Message(
                role, text, toolCalls, toolCallId, error, mediaCount, name, id, timestamp, pin, parts, source);
    }

    /**
     * This message with its user's own words named; {@code null} if all of the text is theirs.
     *
     * @throws IllegalArgumentException if it is not a user's message and {@code newParts} are not {@code null}
     */
    public Message withParts(@Nullable Parts newParts) {
        return new Message(
                role, text, toolCalls, toolCallId, error, mediaCount, name, id, timestamp, pinned, newParts, source);
    }

    /** This message with the framework's own message riding along. */
    public Message withSource(@Nullable Object newSource) {
        return new Message(
                role, text, toolCalls, toolCallId, error, mediaCount, name, id, timestamp, pinned, parts, newSource);
    }
}
