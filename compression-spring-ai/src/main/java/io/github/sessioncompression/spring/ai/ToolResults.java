package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.json.JsonSyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage.ToolResponse;
import org.springframework.ai.chat.prompt.ChatOptions;

/**
 * Results of tools as the clients for Gemini take them: they throw at what is no JSON, such as a note that a result was left out, and
 * with it in the chat at every later call. Other clients send them unchanged.
 */
final class ToolResults {
    private static final List<String> STRICT = List.of(".google.genai.", ".vertexai.gemini.");

    private ToolResults() {}

    /** The messages with results that are JSON if the client of {@code options} needs that; {@code messages} itself if they are. */
    static List<Message> readable(List<Message> messages, @Nullable ChatOptions options) {
        if (options == null || STRICT.stream().noneMatch(options.getClass().getName()::contains)) {
            return messages;
        }
        List<Message> readable = new ArrayList<>(messages);
        readable.replaceAll(message ->
                message instanceof ToolResponseMessage results && !areJson(results) ? asJson(results) : message);
        return PromptMessages.areSame(readable, messages) ? messages : readable;
    }

    private static boolean areJson(ToolResponseMessage results) {
        return results.getResponses().stream().allMatch(result -> isJson(result.responseData()));
    }

    private static boolean isJson(String text) {
        try {
            Json.parse(text);
            return true;
        } catch (JsonSyntaxException none) {
            return false;
        }
    }

    private static ToolResponseMessage asJson(ToolResponseMessage results) {
        return ToolResponseMessage.builder()
                .responses(results.getResponses().stream()
                        .map(each -> isJson(each.responseData())
                                ? each
                                : new ToolResponse(
                                        each.id(), each.name(), Json.write(Map.of("result", each.responseData()))))
                        .toList())
                .metadata(results.getMetadata())
                .build();
    }
}
