package io.github.sessioncompression.conformance;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import io.github.sessioncompression.conformance.RequestMessage.Role;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** LangChain4j's messages in the form that {@link ProviderRules} checks. */
public final class LangChain4jMessages {
    private LangChain4jMessages() {}

    /**
     * The messages of a request.
     *
     * @throws IllegalArgumentException if a message is of a class that no provider takes, as {@code CustomMessage}
     */
    public static List<RequestMessage> toRequest(List<ChatMessage> messages) {
        return messages.stream().map(LangChain4jMessages::message).toList();
    }

    private static RequestMessage message(ChatMessage message) {
        if (message instanceof SystemMessage system) {
            return RequestMessage.system(system.text());
        } else if (message instanceof UserMessage user) {
            return RequestMessage.user(
                    user.contents().stream().map(LangChain4jMessages::text).collect(Collectors.joining("\n")));
        } else if (message instanceof AiMessage ai) {
            List<String> calls = ai.toolExecutionRequests().stream()
                    .map(LangChain4jMessages::id)
                    .toList();
            return new RequestMessage(Role.ASSISTANT, Objects.requireNonNullElse(ai.text(), ""), calls, "");
        } else if (message instanceof ToolExecutionResultMessage result) {
            return RequestMessage.tool(Objects.requireNonNullElse(result.id(), ""), result.text());
        }
        throw new IllegalArgumentException(
                "No provider takes a " + message.getClass().getSimpleName());
    }

    private static String id(ToolExecutionRequest call) {
        return Objects.requireNonNullElse(call.id(), "");
    }

    private static String text(Content content) {
        return content instanceof TextContent text
                ? text.text()
                : '[' + content.getClass().getSimpleName() + ']';
    }
}
