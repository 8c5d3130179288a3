package io.github.sessioncompression.compare;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.model.TokenCountEstimator;
import io.github.sessioncompression.conformance.LangChain4jMessages;
import io.github.sessioncompression.conformance.RequestMessage.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** A memory of LangChain4j, called as {@code AiServices} calls it. */
final class LangChain4jCompared implements ComparedMemory {
    private static final String BLANK = "(empty)";

    private final ChatMemory memory;
    private @Nullable SystemMessage system;
    private @Nullable List<ChatMessage> asked;

    LangChain4jCompared(ChatMemory memory) {
        this.memory = memory;
    }

    @Override
    public void hear(Line line) {
        asked = null;
        if (line.role() == Role.SYSTEM) {
            system = SystemMessage.from(line.text());
        } else if (line.role() == Role.TOOL) {
            memory.add(ToolExecutionResultMessage.from(line.answers(), name(line.tool()), line.text()));
        } else {
            if (system != null) {
                memory.add(system);
            }
            List<ChatMessage> request = new ArrayList<>(memory.messages());
            UserMessage question = UserMessage.from(line.text().isBlank() ? BLANK : line.text());
            memory.add(question);
            request.add(question);
            asked = request;
        }
    }

    private static String name(String tool) {
        return tool.isEmpty() ? "tool" : tool;
    }

    @Override
    public List<Sent> request() {
        return (asked == null ? memory.messages() : asked)
                .stream().map(LangChain4jCompared::sent).toList();
    }

    private static Sent sent(ChatMessage message) {
        String arguments = message instanceof AiMessage ai
                ? ai.toolExecutionRequests().stream()
                        .map(call -> call.name() + call.arguments())
                        .collect(Collectors.joining())
                : "";
        return new Sent(LangChain4jMessages.toRequest(List.of(message)).get(0), arguments);
    }

    @Override
    public void answer(Line line) {
        asked = null;
        List<ToolExecutionRequest> calls = line.calls().stream()
                .map(call -> ToolExecutionRequest.builder()
                        .id(call.id())
                        .name(call.name())
                        .arguments(call.arguments())
                        .build())
                .toList();
        String text = line.text().isBlank() && calls.isEmpty() ? BLANK : line.text();
        memory.add(AiMessage.builder().text(text).toolExecutionRequests(calls).build());
    }

    /** The estimate of {@link Sent}. */
    static final class Estimator implements TokenCountEstimator {
        @Override
        public int estimateTokenCountInText(String text) {
            return Sent.tokens(text.length());
        }

        @Override
        public int estimateTokenCountInMessage(ChatMessage message) {
            return sent(message).tokens();
        }

        @Override
        public int estimateTokenCountInMessages(Iterable<ChatMessage> messages) {
            return StreamSupport.stream(messages.spliterator(), false)
                    .mapToInt(this::estimateTokenCountInMessage)
                    .sum();
        }
    }
}
