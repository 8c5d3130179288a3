package io.github.sessioncompression.replay;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.View;
import io.github.sessioncompression.langchain4j.CompressingChatMemory;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * LangChain4j's {@code ChatMemory} and a guarded model, called in the order of its AI services: each turn adds the system
 * message again, reads the messages, and only then adds the user's.
 */
final class LangChain4jMemory implements Memory {
    private final CompressingChatMemory memory;
    private final ChatModel model;
    private final FrameworkViews views;

    private List<ChatMessage> received = List.of();
    private @Nullable SystemMessage system;
    private @Nullable UserMessage question;

    LangChain4jMemory(SessionCompressor compressor, FrameworkViews views) {
        this.views = views;
        memory = CompressingChatMemory.builder()
                .id(CONVERSATION)
                .compressor(compressor)
                .build();
        model = memory.guard(new ChatModel() {
            @Override
            public ChatResponse doChat(ChatRequest request) {
                received = List.copyOf(request.messages());
                return ChatResponse.builder().aiMessage(AiMessage.from("ok")).build();
            }
        });
    }

    @Override
    public Conversation conversation() {
        return memory.conversation();
    }

    @Override
    public void append(Message message) {
        addQuestion();
        switch (message.role()) {
            case SYSTEM -> system = message.text().isBlank() ? null : SystemMessage.from(message.text());
            case USER -> question = UserMessage.from(message.text());
            case ASSISTANT -> memory.add(answer(message));
            case TOOL ->
                memory.add(ToolExecutionResultMessage.from(
                        message.toolCallId(), Objects.requireNonNullElse(message.name(), ""), message.text()));
        }
    }

    @Override
    public Supplier<View> request() {
        if (question != null && system != null) {
            memory.add(system);
        }
        List<ChatMessage> messages = memory.messages();
        if (question != null) {
            messages.add(question);
            addQuestion();
        }
        received = List.of();
        if (!messages.isEmpty()) {
            model.chat(ChatRequest.builder().messages(messages).build());
        }
        List<ChatMessage> sent = received;
        return () -> views.view(
                conversation(), sent.stream().map(LangChain4jMemory::read).toList());
    }

    private void addQuestion() {
        if (question != null) {
            memory.add(question);
            question = null;
        }
    }

    private static AiMessage answer(Message message) {
        List<ToolExecutionRequest> calls = message.toolCalls().stream()
                .map(call -> ToolExecutionRequest.builder()
                        .id(call.id())
                        .name(call.name())
                        .arguments(call.arguments())
                        .build())
                .toList();
        return AiMessage.builder()
                .text(message.text())
                .toolExecutionRequests(calls)
                .build();
    }

    private static Message read(ChatMessage message) {
        if (message instanceof SystemMessage text) {
            return Message.system(text.text());
        } else if (message instanceof UserMessage text) {
            return Message.user(text.singleText());
        } else if (message instanceof ToolExecutionResultMessage result) {
            return Message.toolResult(result.id(), result.toolName(), result.text());
        }
        AiMessage answer = (AiMessage) message;
        return Message.assistant(
                Objects.requireNonNullElse(answer.text(), ""),
                answer.toolExecutionRequests().stream()
                        .map(call -> new ToolCall(call.id(), call.name(), call.arguments()))
                        .toList());
    }
}
