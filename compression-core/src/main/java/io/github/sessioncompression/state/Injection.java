package io.github.sessioncompression.state;

import io.github.sessioncompression.message.Message;
import java.util.List;

/** Where a state stands in what the model is sent. */
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
