package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.Conversation;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.ai.chat.client.ChatClientResponse;
import org.springframework.ai.chat.model.ChatResponse;

/** One call of a chat client, from the user's message to the answer. Safe for use by many threads. */
final class Turn {
    private static final Logger log = LoggerFactory.getLogger(Turn.class);

    private final Conversation conversation;
    private final StringBuilder shown = new StringBuilder();
    private final AtomicBoolean over = new AtomicBoolean();

    Turn(Conversation conversation) {
        this.conversation = conversation;
    }

    Conversation conversation() {
        return conversation;
    }

    /** The memory has what was shown so far. */
    void stored() {
        synchronized (shown) {
            shown.setLength(0);
        }
    }

    /** A piece of the answer was shown to the user. */
    void shown(ChatClientResponse piece) {
        ChatResponse response = piece.chatResponse();
        if (response != null && response.getResult() != null) {
            String text = response.getResult().getOutput().getText();
            if (text != null) {
                synchronized (shown) {
                    shown.append(text);
                }
            }
        }
    }

    /** Whether this is the first time that the turn ends. */
    boolean end() {
        return !over.getAndSet(true);
    }

    /** Ends the chat's turn with what was shown, so that it goes on with whole turns. */
    void interrupted() {
        String seen;
        synchronized (shown) {
            seen = shown.toString();
        }
        try {
            conversation.framework().interrupted(seen);
        } catch (RuntimeException e) {
            // The turn has failed already; its own failure is the one to report.
            log.warn(
                    "Conversation {}: the interrupted turn could not be ended ({}).",
                    conversation.id(),
                    e.getClass().getName());
        }
    }
}
