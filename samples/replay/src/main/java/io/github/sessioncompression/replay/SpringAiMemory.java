package io.github.sessioncompression.replay;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.View;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.Role;
import io.github.sessioncompression.spring.ai.CompressingChatMemory;
import io.github.sessioncompression.spring.ai.MessageMapper;
import io.github.sessioncompression.spring.ai.SessionStateAdvisor;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage.ToolResponse;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;

/**
 * A {@code ChatClient} of Spring AI with the memory advisor and {@link SessionStateAdvisor}, called once for each model call with
 * the system prompt and the user's message or the tools' responses, as a tool loop around the memory advisor does.
 */
final class SpringAiMemory implements Memory {
    private final SessionCompressor compressor;
    private final CompressingChatMemory memory;
    private final ChatClient client;
    private final FrameworkViews views;
    /** The user's message, or the tools' responses, that the next call will carry. */
    private final List<Message> next = new ArrayList<>();

    private List<org.springframework.ai.chat.messages.Message> received = List.of();
    private String system = "";

    SpringAiMemory(SessionCompressor compressor, FrameworkViews views) {
        this.compressor = compressor;
        this.views = views;
        memory = CompressingChatMemory.builder().compressor(compressor).build();
        ChatModel model = prompt -> {
            received = List.copyOf(prompt.getInstructions());
            return new ChatResponse(List.of(new Generation(new AssistantMessage("ok"))));
        };
        client = ChatClient.builder(model)
                .defaultAdvisors(
                        MessageChatMemoryAdvisor.builder(new WithoutAnswers()).build(),
                        SessionStateAdvisor.builder(memory).build())
                .build();
    }

    @Override
    public Conversation conversation() {
        return compressor.conversation(CONVERSATION);
    }

    @Override
    public void append(Message message) {
        if (message.role() == Role.SYSTEM) {
            system = message.text();
        } else if (message.role() == Role.ASSISTANT) {
            addNext();
            memory.add(CONVERSATION, answer(message));
        } else {
            if (message.role() == Role.USER || (!next.isEmpty() && next.get(0).role() == Role.USER)) {
                addNext();
            }
            next.add(message);
        }
    }

    @Override
    public Supplier<View> request() {
        List<org.springframework.ai.chat.messages.Message> messages = new ArrayList<>();
        if (!system.isBlank()) {
            messages.add(new SystemMessage(system));
        }
        if (!next.isEmpty()) {
            messages.add(carried());
        }
        received = List.of();
        client.prompt(new Prompt(messages))
                .advisors(call -> call.param(ChatMemory.CONVERSATION_ID, CONVERSATION))
                .call()
                .chatResponse();
        List<org.springframework.ai.chat.messages.Message> sent = received;
        return () -> views.view(
                conversation(),
                MessageMapper.toCore(sent).stream()
                        .map(message -> message.withSource(null))
                        .toList());
    }

    private void addNext() {
        if (!next.isEmpty()) {
            memory.add(CONVERSATION, carried());
            next.clear();
        }
    }

    private org.springframework.ai.chat.messages.Message carried() {
        if (next.get(0).role() == Role.USER) {
            return new UserMessage(next.get(0).text());
        }
        return ToolResponseMessage.builder()
                .responses(next.stream()
                        .map(result -> new ToolResponse(
                                result.toolCallId(), Objects.requireNonNullElse(result.name(), ""), result.text()))
                        .toList())
                .build();
    }

    /** The memory as the advisor sees it: the transcript has the answers, not the model. */
    private final class WithoutAnswers implements ChatMemory {
        @Override
        public void add(String id, List<org.springframework.ai.chat.messages.Message> messages) {
            addNext();
        }

        @Override
        public List<org.springframework.ai.chat.messages.Message> get(String id) {
            return memory.get(id);
        }

        @Override
        public void clear(String id) {
            memory.clear(id);
        }
    }

    private static AssistantMessage answer(Message message) {
        return AssistantMessage.builder()
                .content(message.text())
                .toolCalls(message.toolCalls().stream()
                        .map(call ->
                                new AssistantMessage.ToolCall(call.id(), "function", call.name(), call.arguments()))
                        .toList())
                .build();
    }
}
