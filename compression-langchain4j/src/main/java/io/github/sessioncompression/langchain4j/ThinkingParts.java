package io.github.sessioncompression.langchain4j;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import io.github.sessioncompression.message.Message.Thinking;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The thinking that LangChain4j keeps in an answer: a text, and attributes that sign or encrypt it, named differently by provider.
 *
 * <p>LangChain4j joins several thinking blocks of an answer and their signatures into one, with line breaks between. No provider accepts
 * such a block, and the order of the blocks is lost, so thinking of more than one block is never sent back.
 */
final class ThinkingParts {
    /** Attribute of a stored answer with the prefix of its thinking. */
    private static final String PREFIX = "session-compression.thinking-prefix";

    private static final List<String> NAMES = List.of("thinking", "reasoning", "thought");

    private ThinkingParts() {}

    /** The message as it rides along with the core's: together with itself without thinking, if it has some. */
    static Object source(ChatMessage message) {
        if (!(message instanceof AiMessage answer) || !saysMoreThanThinking(answer) || !hasThinking(answer)) {
            return message;
        }
        AiMessage own = withAttribute(answer, null);
        Map<String, Object> attributes = new HashMap<>(answer.attributes());
        attributes.keySet().removeIf(ThinkingParts::isThinking);
        AiMessage without =
                answer.toBuilder().thinking(null).attributes(attributes).build();
        Object prefix = answer.attributes().get(PREFIX);
        return new Thinking(
                own, without, isJoined(own) ? Thinking.UNSENDABLE : prefix instanceof String known ? known : "");
    }

    /** The message with the prefix of its thinking, for stores that keep LangChain4j's messages alone. */
    static ChatMessage stored(ChatMessage message, String prefix) {
        return message instanceof AiMessage answer
                        && !prefix.isEmpty()
                        && !prefix.equals(Thinking.UNSENDABLE)
                        && hasThinking(answer)
                ? withAttribute(answer, prefix)
                : message;
    }

    private static AiMessage withAttribute(AiMessage answer, @Nullable String prefix) {
        Map<String, Object> attributes = new HashMap<>(answer.attributes());
        Object before = prefix == null ? attributes.remove(PREFIX) : attributes.put(PREFIX, prefix);
        return Objects.equals(before, prefix)
                ? answer
                : answer.toBuilder().attributes(attributes).build();
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

    /** True if several blocks were joined: a signature has no line breaks of its own, and each encrypted block is an element of a list. */
    private static boolean isJoined(AiMessage answer) {
        int blocks = answer.thinking() == null ? 0 : 1;
        for (Map.Entry<String, Object> attribute : answer.attributes().entrySet()) {
            if (isThinking(attribute.getKey())) {
                Object value = attribute.getValue();
                if (value instanceof String signature && signature.indexOf('\n') >= 0) {
                    return true;
                }
                blocks += value instanceof Collection<?> encrypted ? encrypted.size() : 0;
            }
        }
        return blocks > 1;
    }
}
