package io.github.sessioncompression.samples.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.OpenAiChat;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.message.ToolCall;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * A chat that took place.
 *
 * @param system its system prompt
 * @param turns its turns
 * @param tools the names of all tools it used
 * @param results the tools' results by call id
 */
record Recording(String system, List<Recorded> turns, Set<String> tools, Map<String, String> results) {
    private static final String BUNDLED = "support-and-coding.json";

    Recording {
        turns = List.copyOf(turns);
        tools = Set.copyOf(tools);
        results = Map.copyOf(results);
    }

    /**
     * One turn of it.
     *
     * @param question what the user said
     * @param answers what the model said to that, tool calls and at last the answer
     */
    record Recorded(String question, List<AiMessage> answers) {}

    /** The chat that comes with the program. */
    static Recording bundled() {
        try (InputStream file = Objects.requireNonNull(Recording.class.getResourceAsStream(BUNDLED), BUNDLED)) {
            return of(OpenAiChat.read(new InputStreamReader(file, StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Recording of(List<Message> messages) {
        StringBuilder system = new StringBuilder();
        List<Recorded> turns = new ArrayList<>();
        Set<String> tools = new LinkedHashSet<>();
        Map<String, String> results = new HashMap<>();
        for (Message message : messages) {
            if (message.role() == Role.SYSTEM) {
                system.append(message.text());
            } else if (message.role() == Role.USER) {
                turns.add(new Recorded(message.text(), new ArrayList<>()));
            } else if (message.role() == Role.TOOL) {
                results.put(message.toolCallId(), message.text());
            } else {
                message.toolCalls().forEach(call -> tools.add(call.name()));
                turns.get(turns.size() - 1).answers().add(answer(message));
            }
        }
        return new Recording(system.toString(), turns, tools, results);
    }

    private static AiMessage answer(Message message) {
        AiMessage.Builder answer = AiMessage.builder();
        if (!message.text().isEmpty()) {
            answer.text(message.text());
        }
        return answer.toolExecutionRequests(
                        message.toolCalls().stream().map(Recording::call).toList())
                .build();
    }

    private static ToolExecutionRequest call(ToolCall call) {
        return ToolExecutionRequest.builder()
                .id(call.id())
                .name(call.name())
                .arguments(call.arguments())
                .build();
    }
}
