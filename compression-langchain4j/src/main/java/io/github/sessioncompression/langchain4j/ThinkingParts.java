package io.github.sessioncompression.langchain4j;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import io.github.sessioncompression.message.Message.Thinking;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The thinking that LangChain4j keeps in an answer: a text, and attributes that sign or encrypt it, named differently by provider. */
final class ThinkingParts {
    private static final List<String> NAMES = List.of("thinking", "reasoning", "thought");

    private ThinkingParts() {}

    /** The message as it rides along with the core's: together with itself without thinking, where it has some. */
    static Object source(ChatMessage message) {
        return message instanceof AiMessage answer && saysMoreThanThinking(answer) && hasThinking(answer)
                ? new Thinking(answer, without(answer))
                : message;
    }

    private static boolean saysMoreThanThinking(AiMessage answer) {
        return answer.text() != null || answer.hasToolExecutionRequests();
    }

    private static boolean hasThinking(AiMessage answer) {
        return answer.thinking() != null
                || answer.attributes().keySet().stream().anyMatch(ThinkingParts::isThinking);
    }

    private static boolean isThinking(String attribute) {
        return NAMES.stream().anyMatch(attribute::contains);
    }

    private static AiMessage without(AiMessage answer) {
        Map<String, Object> attributes = new HashMap<>(answer.attributes());
        attributes.keySet().removeIf(ThinkingParts::isThinking);
        return answer.toBuilder().thinking(null).attributes(attributes).build();
    }
}
