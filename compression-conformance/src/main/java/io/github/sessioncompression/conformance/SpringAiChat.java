package io.github.sessioncompression.conformance;

import java.util.List;
import java.util.Map;
import org.springframework.ai.chat.client.ChatClientRequest;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.client.advisor.api.AdvisorChain;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.prompt.Prompt;

/** A memory, called by {@code MessageChatMemoryAdvisor} inside the tool loop; the system prompt belongs to the request. */
final class SpringAiChat implements DrivenChat {
    private static final String TOOL = "order_state";
    private static final AdvisorChain NO_OTHERS = new AdvisorChain() {};

    private final ChatMemory memory;
    private final String id;
    private final MessageChatMemoryAdvisor advisor;
    private SystemMessage system = new SystemMessage(Sample.SYSTEM);

    SpringAiChat(ChatMemory memory, String id) {
        this.memory = memory;
        this.id = id;
        this.advisor = MessageChatMemoryAdvisor.builder(memory).build();
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
        ChatClientRequest request =
                new ChatClientRequest(new Prompt(List.of(system, message)), Map.of(ChatMemory.CONVERSATION_ID, id));
        return SpringAiMessages.toRequest(
                advisor.before(request, NO_OTHERS).prompt().getInstructions());
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
