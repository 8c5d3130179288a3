package io.github.sessioncompression.langchain4j;

import dev.langchain4j.data.message.SystemMessage;
import java.util.Map;

/** Attributes of system messages, which LangChain4j has since 1.23: called {@linkplain ByName by their names}. */
final class SystemAttributes {
    private SystemAttributes() {}

    /** The attributes; none in older versions. */
    @SuppressWarnings("unchecked") // by the method's declaration
    static Map<String, Object> of(SystemMessage message) {
        return ByName.read(message, "attributes") instanceof Map<?, ?> attributes
                ? (Map<String, Object>) attributes
                : Map.of();
    }

    /** A message with another text and the same attributes. */
    static SystemMessage withText(SystemMessage message, String text) {
        if (of(message).isEmpty()) {
            return SystemMessage.from(text);
        }
        try {
            Object builder = message.getClass().getMethod("toBuilder").invoke(message);
            builder.getClass().getMethod("text", String.class).invoke(builder, text);
            return (SystemMessage) builder.getClass().getMethod("build").invoke(builder);
        } catch (ReflectiveOperationException changed) {
            return SystemMessage.from(text);
        }
    }
}
