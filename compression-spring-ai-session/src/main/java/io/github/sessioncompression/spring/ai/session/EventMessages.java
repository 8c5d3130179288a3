package io.github.sessioncompression.spring.ai.session;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.spring.ai.MessageMapper;
import java.util.List;
import org.springframework.ai.chat.messages.MessageType;
import org.springframework.ai.session.SessionEvent;

/** Reads an event as the library's messages, each of which carries the event: one for each parallel tool result, else one. */
final class EventMessages {
    private EventMessages() {}

    static List<Message> read(SessionEvent event) {
        List<Message> read = MessageMapper.toCore(List.of(event.getMessage()));
        if (read.isEmpty()) {
            // An event that stands for nothing would never be covered, and so never be archived.
            read.add(Message.toolResult("", "", ""));
        }
        read.replaceAll(message -> message.withTimestamp(event.getTimestamp()).withSource(event));
        return read;
    }

    static boolean isSystem(SessionEvent event) {
        return event.getMessageType() == MessageType.SYSTEM;
    }
}
