package io.github.sessioncompression.compare;

import io.github.sessioncompression.conformance.RequestMessage;
import io.github.sessioncompression.conformance.RequestMessage.Role;
import io.github.sessioncompression.conformance.SpringAiMessages;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage.ToolResponse;
import org.springframework.ai.chat.messages.UserMessage;

/** A memory of Spring AI, called as {@code MessageChatMemoryAdvisor} calls it inside the tool loop; the system prompt belongs to the request. */
final class SpringAiCompared implements ComparedMemory {
    private static final String ID = "chat";

    private final ChatMemory memory;
    private final List<ToolResponse> results = new ArrayList<>();
    private @Nullable SystemMessage system;
    private @Nullable UserMessage question;

    SpringAiCompared(ChatMemory memory) {
        this.memory = memory;
    }

    @Override
    public void hear(Line line) {
        if (line.role() == Role.SYSTEM) {
            system = new SystemMessage(line.text());
        } else if (line.role() == Role.TOOL) {
            results.add(new ToolResponse(line.answers(), line.tool(), line.text()));
        } else {
            store();
            question = new UserMessage(line.text());
        }
    }

    /** Messages that were heard and are not in the memory yet. */
    private List<Message> heard() {
        List<Message> heard = new ArrayList<>();
        if (!results.isEmpty()) {
            heard.add(ToolResponseMessage.builder()
                    .responses(List.copyOf(results))
                    .build());
        }
        if (question != null) {
            heard.add(question);
        }
        return heard;
    }

    private void store() {
        heard().forEach(message -> memory.add(ID, message));
        results.clear();
        question = null;
    }

    @Override
    public List<Sent> request() {
        List<Message> request = new ArrayList<>();
        if (system != null) {
            request.add(system);
        }
        request.addAll(memory.get(ID));
        request.addAll(heard());
        store();
        return request.stream().flatMap(SpringAiCompared::sent).toList();
    }

    private static Stream<Sent> sent(Message message) {
        List<RequestMessage> messages = SpringAiMessages.toRequest(List.of(message));
        String arguments = message instanceof AssistantMessage assistant
                ? assistant.getToolCalls().stream()
                        .map(call -> call.name() + call.arguments())
                        .collect(Collectors.joining())
                : "";
        return messages.stream().map(part -> new Sent(part, arguments));
    }

    @Override
    public void answer(Line line) {
        store();
        memory.add(
                ID,
                AssistantMessage.builder()
                        .content(line.text())
                        .toolCalls(line.calls().stream()
                                .map(call -> new AssistantMessage.ToolCall(
                                        call.id(), "function", call.name(), call.arguments()))
                                .toList())
                        .build());
    }
}
