package io.github.sessioncompression.spring.ai;

import java.util.Map;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;

/**
 * Recognises messages that hold nothing but a model's thinking.
 *
 * <p>Spring AI makes a message of its own of each thinking block of Claude and each thought of Gemini, in front of the answer, which
 * carries what the provider wants back in its own metadata.
 */
final class Thinking {
    private static final String TYPE = "messageType";

    private Thinking() {}

    /** True if all of {@code message} is thinking: a signed or redacted block, or a thought. */
    static boolean isAll(Message message) {
        if (!(message instanceof AssistantMessage assistant) || assistant.hasToolCalls()) {
            return false;
        }
        Map<String, Object> metadata = assistant.getMetadata();
        return Boolean.TRUE.equals(metadata.get("isThought"))
                || isOnly(metadata, "signature")
                || (isOnly(metadata, "data") && isBlank(assistant));
    }

    /** Streams merge the marks of all pieces, so a streamed answer has other metadata beside a signature. */
    private static boolean isOnly(Map<String, Object> metadata, String key) {
        return metadata.get(key) instanceof String
                && metadata.keySet().stream().allMatch(each -> each.equals(key) || each.equals(TYPE));
    }

    private static boolean isBlank(AssistantMessage message) {
        return message.getText() == null || message.getText().isBlank();
    }
}
