package io.github.sessioncompression.conformance;

import java.util.ArrayList;
import java.util.List;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;

/** A memory, called as {@code MessageChatMemoryAdvisor} calls it inside the tool loop; the system prompt belongs to the request. */
final class SpringAiChat implements DrivenChat {
    private static final String TOOL = "order_state";

    private final ChatMemory memory;
    private final String id;
    private SystemMessage system = new SystemMessage(Sample.SYSTEM);

    SpringAiChat(ChatMemory memory, String id) {
        this.memory = memory;
        this.id = id;
    }

    @Override
    public void system(String text) {
        system = new SystemMessage(text);
    }

    @Override
    public List<RequestMessage> ask(String question) {
        return send(new UserMessage(question));
    }

    private List<RequestMessage> send(Message message) {
        List<Message> request = new ArrayList<>();
        request.add(system);
        request.addAll(memory.get(id));
        request.add(message);
        memory.add(id, message);
        return SpringAiMessages.toRequest(request);
    }

    @Override
    public List<RequestMessage> call(List<String> ids, String result) {
        fail(ids);
        return send(ToolResponseMessage.builder()
                .responses(ids.stream()
                        .map(call -> new ToolResponseMessage.ToolResponse(call, TOOL, result))
                        .toList())
                .build());
    }

    @Override
    public void fail(List<String> ids) {
        memory.add(
                id,
                AssistantMessage.builder()
                        .content("")
                        .toolCalls(ids.stream()
                                .map(call -> new AssistantMessage.ToolCall(call, "function", TOOL, "{}"))
                                .toList())
                        .build());
    }

    @Override
    public void answer(String text) {
        memory.add(id, new AssistantMessage(text));
    }

    @Override
    public List<RequestMessage> messages() {
        return SpringAiMessages.toRequest(memory.get(id));
    }
}
