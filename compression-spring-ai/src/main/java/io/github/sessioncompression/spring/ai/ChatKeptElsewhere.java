package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import io.github.sessioncompression.state.StateSchema;
import java.util.ArrayList;
import java.util.List;

/**
 * A chat that something else keeps: its conversation is set to the messages of the last request, and only then grows.
 *
 * <p>Safe for use by many threads; of two calls at once each sees the conversation as its own request has it.
 */
final class ChatKeptElsewhere {
    private String state = "";
    private List<Message> messages = List.of();

    /** The messages to send in the place of a request's, the system's left out: they themselves while they have room. */
    synchronized List<Message> shown(Conversation conversation, List<Message> request) {
        List<Message> said = new ArrayList<>(request);
        said.removeIf(message -> message.role() == Role.SYSTEM);
        if (said.isEmpty()) {
            return said;
        }
        StateDocument document = takeState(said, conversation.policy().state().schema());
        int known = messages.size();
        boolean grown = known > 0
                && known <= said.size()
                && messages.equals(said.subList(0, known))
                && conversation.status().messages() == known;
        if (!grown) {
            conversation.framework().set(document, said);
        } else if (known < said.size()) {
            conversation.append(said.subList(known, said.size()));
        }
        messages = List.copyOf(said);
        List<Message> shown =
                new ArrayList<>(conversation.framework().steadyView().messages());
        shown.removeIf(message -> message.role() == Role.SYSTEM);
        return shown;
    }

    /** Takes a state and what acknowledges it from the front of the messages; another one than before begins the chat again. */
    private StateDocument takeState(List<Message> said, StateSchema schema) {
        String text = said.get(0).role() == Role.USER ? said.get(0).text() : "";
        StateDocument document = StateEnvelope.unwrap(schema, text).orElse(StateDocument.EMPTY);
        if (document.isEmpty() || said.size() == 1) {
            text = "";
            document = StateDocument.EMPTY;
        } else {
            said.remove(0);
            if (said.size() > 1 && StateEnvelope.isAcknowledgement(said.get(0))) {
                said.remove(0);
            }
        }
        if (!text.equals(state)) {
            state = text;
            messages = List.of();
        }
        return document;
    }
}
