package io.github.sessioncompression.langchain4j;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.state.StateEnvelope;
import java.util.Map;

/**
 * The attributes that mark the messages made by this library.
 *
 * <p>All are strings, because a store that writes JSON brings nothing else back as it was. They only repeat what
 * the texts show already: a store that loses attributes loses nothing.
 */
final class Marks {
    /** Kind of a message: one of the values below. */
    static final String KIND = "session-compression.kind";

    /** The version of the marks, {@value #FORMAT_1}. */
    static final String FORMAT = "session-compression.format";

    static final String FORMAT_1 = "1";
    static final String STATE = "state";
    static final String ACKNOWLEDGEMENT = "acknowledgement";
    static final String UNANSWERED = "unanswered";

    private Marks() {}

    /** The attributes of a message that the core made; none except for the state's pair. */
    static Map<String, Object> of(Message message) {
        if (message.role() == Role.ASSISTANT && message.text().equals(StateEnvelope.ACKNOWLEDGEMENT)) {
            return Map.of(KIND, ACKNOWLEDGEMENT, FORMAT, FORMAT_1);
        }
        return StateEnvelope.holds(message.text()) ? Map.of(KIND, STATE, FORMAT, FORMAT_1) : Map.of();
    }

    /** True if this library made {@code message}. */
    static boolean isMarked(ChatMessage message) {
        return attributes(message).get(KIND) instanceof String;
    }

    /** True if {@code message} is a stand-in for a result that may still come. */
    static boolean isStandIn(ChatMessage message) {
        return UNANSWERED.equals(attributes(message).get(KIND));
    }

    /** True if {@code message} shows the state. */
    static boolean isState(ChatMessage message) {
        return STATE.equals(attributes(message).get(KIND));
    }

    /** A result of this library's own, marked as a stand-in for another. */
    static ToolExecutionResultMessage asStandIn(ToolExecutionResultMessage result) {
        return copy(result)
                .attributes(Map.of(KIND, UNANSWERED, FORMAT, FORMAT_1))
                .build();
    }

    /** A builder with all of a result; in the oldest supported version it has none itself. */
    static ToolExecutionResultMessage.Builder copy(ToolExecutionResultMessage result) {
        return ToolExecutionResultMessage.builder()
                .id(result.id())
                .toolName(result.toolName())
                .contents(result.contents())
                .isError(result.isError())
                .attributes(result.attributes());
    }

    /** Attributes of a message; none of one whose type has none. */
    static Map<String, Object> attributes(ChatMessage message) {
        if (message instanceof UserMessage user) {
            return user.attributes();
        } else if (message instanceof AiMessage ai) {
            return ai.attributes();
        } else if (message instanceof ToolExecutionResultMessage result) {
            return result.attributes();
        }
        return message instanceof SystemMessage system ? SystemAttributes.of(system) : Map.of();
    }
}
