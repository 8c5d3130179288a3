package io.github.sessioncompression.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Takes what is null out of messages, as a store may bring it back from JSON: a content of a question or a result, a call of an answer. Most
 * models' clients throw on it, and the chat would fail with each request from then on.
 */
final class Gaps {
    private Gaps() {}

    /** The message without its null parts; the same instance if it has none. */
    static ChatMessage closed(ChatMessage message) {
        if (message instanceof UserMessage user && hasGap(user.contents())) {
            return UserMessage.builder()
                    .name(user.name())
                    .contents(contents(user.contents()))
                    .attributes(user.attributes())
                    .build();
        } else if (message instanceof AiMessage ai && hasGap(ai.toolExecutionRequests())) {
            List<ToolExecutionRequest> requests =
                    ai.toolExecutionRequests().stream().filter(Objects::nonNull).toList();
            return ai.toBuilder().toolExecutionRequests(requests).build();
        } else if (message instanceof ToolExecutionResultMessage result && hasGap(result.contents())) {
            return Marks.copy(result).contents(contents(result.contents())).build();
        }
        return message;
    }

    private static boolean hasGap(@Nullable List<?> parts) {
        return parts != null && parts.stream().anyMatch(Objects::isNull);
    }

    /** There is at least one content. */
    private static List<Content> contents(List<Content> some) {
        List<Content> all = some.stream().filter(Objects::nonNull).toList();
        return all.isEmpty() ? List.of(TextContent.from("")) : all;
    }
}
