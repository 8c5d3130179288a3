package io.github.sessioncompression.samples.springai;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.json.JsonFields;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.spring.boot.ConversationPolicies;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** A chat for the console to show before anybody has said something. Only without a model, which would ask money for its states. */
@Component
@ConditionalOnProperty(name = "spring.ai.model.chat", havingValue = "none")
record ExampleChat(SessionCompressor compressor) {
    static final String ID = "example";

    /** At once, since between its turns nobody reads or types. */
    @Bean
    static ConversationPolicies examplePolicy(CompressionPolicy policy) {
        return id -> id.equals(ID) ? policy.withExecution(Execution.SYNC) : null;
    }

    /** Adds it on the first start. */
    @EventListener(ApplicationReadyEvent.class)
    void add() throws IOException {
        if (compressor.inspection().find(ID).isPresent()) {
            return;
        }
        Conversation chat = compressor.conversation(ID);
        try (InputStream file = Objects.requireNonNull(getClass().getResourceAsStream("/support-and-coding.json"))) {
            String json = new String(file.readAllBytes(), StandardCharsets.UTF_8);
            for (JsonFields each : JsonFields.parse("example", json).objects("messages")) {
                Message message = message(each);
                chat.append(message);
                if (message.role() == Role.USER) {
                    chat.view(); // as a call of a model would
                }
            }
        }
    }

    private static Message message(JsonFields json) {
        String text = json.text("content", "");
        return switch (json.text("role")) {
            case "system" -> Message.system(text);
            case "user" -> Message.user(text);
            case "tool" -> Message.toolResult(json.text("tool_call_id"), json.text("name"), text);
            default -> Message.assistant(text, json.objects("tool_calls", ExampleChat::call));
        };
    }

    private static ToolCall call(JsonFields json) {
        JsonFields function = json.object("function");
        return new ToolCall(json.text("id"), function.text("name"), function.text("arguments"));
    }
}
