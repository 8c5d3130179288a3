package io.github.sessioncompression.spring.ai.session;

import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.MessageType;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage.ToolResponse;
import org.springframework.ai.content.MediaContent;
import org.springframework.ai.session.SessionEvent;

/** Reads an event as the library's messages, each of which carries the event: one for each parallel tool result, else one. */
final class EventMessages {
    private EventMessages() {}

    static List<Message> read(SessionEvent event) {
        if (event.getMessage() instanceof ToolResponseMessage results
                && !results.getResponses().isEmpty()) {
            List<Message> read = new ArrayList<>();
            for (ToolResponse result : results.getResponses()) {
                read.add(Message.toolResult(text(result.id()), text(result.name()), text(result.responseData()))
                        .withSource(event));
            }
            return read;
        }
        return List.of(single(event).withTimestamp(event.getTimestamp()).withSource(event));
    }

    private static Message single(SessionEvent event) {
        String text = text(event.getMessage().getText());
        Message read =
                switch (event.getMessageType()) {
                    case SYSTEM -> Message.system(text);
                    case USER -> Message.user(text);
                    case TOOL -> Message.toolResult("", "", text);
                    case ASSISTANT -> Message.assistant(text, calls(event));
                };
        return event.getMessage() instanceof MediaContent content && content.getMedia() != null
                ? read.withMediaCount(content.getMedia().size())
                : read;
    }

    private static List<ToolCall> calls(SessionEvent event) {
        List<ToolCall> calls = new ArrayList<>();
        if (event.getMessage() instanceof AssistantMessage assistant && assistant.hasToolCalls()) {
            for (AssistantMessage.ToolCall call : assistant.getToolCalls()) {
                calls.add(new ToolCall(text(call.id()), text(call.name()), text(call.arguments())));
            }
        }
        return calls;
    }

    static boolean isSystem(SessionEvent event) {
        return event.getMessageType() == MessageType.SYSTEM;
    }

    private static String text(@Nullable String text) {
        return text == null ? "" : text;
    }
}
