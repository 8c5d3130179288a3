package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.View;
import io.github.sessioncompression.message.MessageRules;
import io.github.sessioncompression.message.ViewPart;
import io.github.sessioncompression.state.StateDocument;
import io.github.sessioncompression.state.StateEnvelope;
import java.util.ArrayList;
import java.util.List;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.MessageType;

/**
 * States that a memory has returned, for applications that edit a chat as Spring AI lets them: clear it, and add the messages that they want to keep. A
 * state is recognised by the instance of its message, so nobody else's text becomes one.
 */
final class ReturnedStates {
    private record Marker(String conversation) {}

    private ReturnedStates() {}

    /** Marks the message with the state of a view, if there is one, among the messages that are returned for it. */
    static void mark(Conversation conversation, View view, List<Message> messages) {
        for (int i = 0; i < view.parts().size() && i <= messages.size(); i++) {
            ViewPart.Kind kind = view.parts().get(i).kind();
            if (kind == ViewPart.Kind.ORIGINAL) {
                return; // the state comes before the history
            }
            if (kind == ViewPart.Kind.STATE) {
                String text = view.messages().get(i).text();
                messages.stream()
                        .limit(i + 1L)
                        .filter(message -> isState(message, text))
                        .forEach(message -> conversation.framework().carry(message, new Marker(conversation.id())));
                return;
            }
        }
    }

    private static boolean isState(Message message, String text) {
        return message.getMessageType() == MessageType.USER && text.equals(message.getText());
    }

    /**
     * Makes an empty chat consist of a state that was returned for it and the messages behind it, if a list has one. What the state covers stays deleted.
     *
     * @return false, with nothing done, for any other list and any chat that is not empty
     */
    static boolean takeAgain(Conversation conversation, List<Message> messages, MessageRules<Message> rules) {
        Marker own = new Marker(conversation.id());
        int at = 0;
        while (at < messages.size() && !own.equals(conversation.framework().carried(messages.get(at), Marker.class))) {
            at++;
        }
        if (at == messages.size() || !conversation.transcript().isEmpty()) {
            return false;
        }
        StateDocument state = StateEnvelope.unwrap(
                        conversation.policy().state().schema(),
                        String.valueOf(messages.get(at).getText()))
                .orElse(StateDocument.EMPTY);
        List<Message> rest = new ArrayList<>(messages);
        rest.remove(at);
        List<io.github.sessioncompression.message.Message> read =
                MessageMapper.marked(MessageMapper.toCore(rest), rules);
        if (at < read.size() && StateEnvelope.isAcknowledgement(read.get(at))) {
            read = new ArrayList<>(read);
            read.remove(at);
        }
        if (state.isEmpty() || read.isEmpty()) {
            return false;
        }
        conversation.framework().set(state, read);
        return true;
    }
}
