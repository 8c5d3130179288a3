package io.github.sessioncompression.spring.boot;

import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Knob;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The settings that all frameworks share under Spring Boot. */
public final class BootSettings implements SettingSource {
    static final String NONE = "none";
    static final String CHAT_MODEL = "chat-model";

    /** What writes the states. */
    public static final Setting<String> COMPRESSION_MODEL = Setting.text(
            "compression-model",
            "none, chat-model, or the name of a bean",
            List.of(NONE, CHAT_MODEL),
            "What writes the states. chat-model: the application's chat model. The name of a bean: that chat model or"
                    + " StructuredModel. none: the offline compiler, which calls no model. Where nothing is set: a bean of type"
                    + " StructuredModel or a chat model with the qualifier session-compression, else the offline compiler.");

    /** Whether the actuator endpoint shows what was said. */
    public static final Setting<Boolean> SHOW_CONTENTS = Setting.bool(
            "actuator.show-contents",
            false,
            "Whether the actuator endpoint shows what was said: the state and the messages of a conversation.");

    /** The settings of single conversations; they are read with their conversations, not by themselves. */
    static final Knob CONVERSATIONS = new Knob(
            CompressionPolicy.PREFIX + "conversations.<name>",
            Map.class,
            "",
            "any property of the policy but preset and state.schema, such as conversations[support-*].trigger-ratio",
            List.of(),
            "Settings of one conversation, by its id, or of all whose ids start alike, by that and *. What is not set there is"
                    + " as for all.");

    /** What conversations can't differ in. */
    static final Set<String> FOR_ALL =
            Set.of(CompressionPolicy.PREFIX + "preset", CompressionPolicy.PREFIX + "state.schema");

    /** For {@code spring.factories}. */
    public BootSettings() {}

    @Override
    public List<Setting<?>> settings() {
        return List.of(COMPRESSION_MODEL, SHOW_CONTENTS);
    }
}
