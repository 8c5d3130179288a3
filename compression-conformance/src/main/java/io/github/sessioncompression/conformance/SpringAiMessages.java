package io.github.sessioncompression.conformance;

import io.github.sessioncompression.conformance.RequestMessage.Role;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;

/** Spring AI's messages in the form that {@link ProviderRules} checks. */
public final class SpringAiMessages {
    private SpringAiMessages() {}

    /**
     * The messages of a request; a {@code ToolResponseMessage} becomes a message for each of its responses.
     *
     * @throws IllegalArgumentException if a message is none of the four kinds of Spring AI
     */
    public static List<RequestMessage> toRequest(List<Message> messages) {
        return messages.stream().flatMap(SpringAiMessages::messages).toList();
    }

    private static Stream<RequestMessage> messages(Message message) {
        String text = Objects.requireNonNullElse(message.getText(), "");
        if (message instanceof SystemMessage) {
            return Stream.of(RequestMessage.system(text));
        } else if (message instanceof UserMessage user) {
            return Stream.of(RequestMessage.user(user.getMedia().isEmpty() ? text : text + "[Media]"));
        } else if (message instanceof AssistantMessage assistant) {
            List<String> calls = assistant.getToolCalls().stream()
                    .map(AssistantMessage.ToolCall::id)
                    .toList();
            return Stream.of(new RequestMessage(Role.ASSISTANT, text, calls, ""));
        } else if (message instanceof ToolResponseMessage results) {
            return results.getResponses().stream()
                    .map(result -> RequestMessage.tool(result.id(), result.responseData()));
        }
        throw new IllegalArgumentException("No kind of Spring AI's messages: " + message.getClass());
    }
}
