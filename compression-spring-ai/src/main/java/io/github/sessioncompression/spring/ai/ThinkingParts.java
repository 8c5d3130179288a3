package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.message.Message.Thinking;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.util.StringUtils;

/**
 * The thinking that Spring AI keeps: in an answer's metadata, named differently by provider, and as messages of its own.
 *
 * <p>Spring AI makes a message of its own of each thinking block of Claude and each thought of Gemini, in front of the answer, which
 * carries what the provider wants back in its own metadata. Claude's thinking goes back behind the answer's text, which is the right place
 * only in front of tool calls; so thinking of an answer without calls is never sent back.
 */
final class ThinkingParts {
    private static final String TYPE = "messageType";
    private static final List<String> NAMES = List.of("thinking", "reasoning", "thought", "signature");

    private ThinkingParts() {}

    /** The message as it rides along with the core's: together with itself without thinking, if it has some. */
    static Object source(Message message) {
        if (!(message instanceof AssistantMessage answer)
                || answer.getMetadata().keySet().stream().noneMatch(ThinkingParts::isThinking)) {
            return message;
        }
        Map<String, Object> metadata = new HashMap<>(answer.getMetadata());
        metadata.keySet().removeIf(ThinkingParts::isThinking);
        AssistantMessage without = AssistantMessage.builder()
                .content(answer.getText())
                .properties(metadata)
                .toolCalls(answer.getToolCalls())
                .media(answer.getMedia())
                .build();
        return new Thinking(answer, without, answer.hasToolCalls() ? "" : Thinking.UNSENDABLE);
    }

    private static boolean isThinking(String key) {
        String small = key.toLowerCase(Locale.ROOT);
        return NAMES.stream().anyMatch(small::contains);
    }

    /** True if all of {@code message} is thinking: a signed or redacted block, or a thought. */
    static boolean isAll(Message message) {
        if (!(message instanceof AssistantMessage assistant) || assistant.hasToolCalls()) {
            return false;
        }
        Map<String, Object> metadata = assistant.getMetadata();
        return Boolean.TRUE.equals(metadata.get("isThought"))
                || isOnly(metadata, "signature")
                || (isOnly(metadata, "data") && !StringUtils.hasText(assistant.getText()));
    }

    /** Streams merge the marks of all pieces, so a streamed answer has other metadata beside a signature. */
    private static boolean isOnly(Map<String, Object> metadata, String key) {
        return metadata.get(key) instanceof String
                && metadata.keySet().stream().allMatch(each -> each.equals(key) || each.equals(TYPE));
    }
}
