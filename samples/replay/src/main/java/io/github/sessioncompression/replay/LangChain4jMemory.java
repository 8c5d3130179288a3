package io.github.sessioncompression.replay;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.View;
import io.github.sessioncompression.langchain4j.CompressingChatMemory;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.message.ToolCall;
import io.github.sessioncompression.token.MessageTokens;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * LangChain4j's {@code ChatMemory}, used in the order in which its AI services do: in each turn the system message is added
 * again, then the messages are read, and only then the user's is added.
 */
final class LangChain4jMemory implements Memory {
    private final CompressingChatMemory memory;
    private final Requests requests;
    /** The messages of the transcript by what was made of them: what is handed out unchanged is the same instance. */
    private final IdentityHashMap<ChatMessage, Message> said = new IdentityHashMap<>();

    private @Nullable SystemMessage system;
    private @Nullable UserMessage question;

    LangChain4jMemory(SessionCompressor compressor, String id, Happenings happenings) {
        memory = CompressingChatMemory.builder().id(id).compressor(compressor).build();
        requests = new Requests(
                memory.conversation(), MessageTokens.of(compressor.policy().tokens()), happenings);
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
            case USER -> question = keep(UserMessage.from(message.text()), message);
            case ASSISTANT -> memory.add(keep(answer(message), message));
            case TOOL ->
                memory.add(keep(
                        ToolExecutionResultMessage.from(
                                message.toolCallId(), Objects.requireNonNullElse(message.name(), ""), message.text()),
                        message));
        }
    }

    @Override
    public Supplier<View> request() {
        if (question != null && system != null) {
            memory.add(system);
        }
        List<ChatMessage> sent = memory.messages();
        if (question != null) {
            sent.add(question);
            addQuestion();
        }
        return () -> requests.view(sent.stream().map(this::read).toList());
    }

    private void addQuestion() {
        if (question != null) {
            memory.add(question);
            question = null;
        }
    }

    private <M extends ChatMessage> M keep(M made, Message from) {
        said.put(made, from);
        return made;
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

    private Message read(ChatMessage message) {
        Message known = said.get(message);
        if (known != null) {
            return known;
        }
        if (message instanceof SystemMessage text) {
            return Message.system(text.text());
        } else if (message instanceof UserMessage text) {
            return Message.user(text.singleText());
        } else if (message instanceof ToolExecutionResultMessage result) {
            return Message.toolResult(result.id(), result.toolName(), result.text());
        }
        AiMessage answer = (AiMessage) message;
        List<ToolCall> calls = new ArrayList<>();
        for (ToolExecutionRequest call : answer.toolExecutionRequests()) {
            calls.add(new ToolCall(call.id(), call.name(), call.arguments()));
        }
        return Message.assistant(Objects.requireNonNullElse(answer.text(), ""), calls);
    }
}
