package io.github.sessioncompression.conformance.peers;

import com.alibaba.cloud.ai.graph.RunnableConfig;
import com.alibaba.cloud.ai.graph.agent.hook.messages.AgentCommand;
import com.alibaba.cloud.ai.graph.agent.hook.summarization.SummarizationHook;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import io.github.sessioncompression.conformance.MemorySize;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.SystemMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;

/** Messages of a {@code ReactAgent} of Spring AI Alibaba with its {@code SummarizationHook}: above the size in tokens half of the messages are kept. */
final class AlibabaMemory extends ForeignMemory {
    private final SummarizationHook hook;
    private final List<ToolResponseMessage.ToolResponse> results = new ArrayList<>();
    private int waiting;
    private List<Message> messages = List.of();

    AlibabaMemory(Object id, MemorySize size, Function<String, String> summary) {
        super(id);
        hook = SummarizationHook.builder()
                .model(new Summariser(summary))
                .maxTokensBeforeSummary(size.tokens())
                .messagesToKeep(size.messages() / 2)
                .build();
    }

    private record Summariser(Function<String, String> summary) implements ChatModel {
        @Override
        public ChatResponse call(Prompt prompt) {
            return new ChatResponse(List.of(new Generation(new AssistantMessage(summary.apply(prompt.getContents())))));
        }
    }

    @Override
    synchronized void append(ChatMessage message) {
        if (message instanceof dev.langchain4j.data.message.UserMessage user) {
            add(new UserMessage(user.singleText()));
        } else if (message instanceof AiMessage ai) {
            waiting = ai.toolExecutionRequests().size();
            results.clear();
            add(AssistantMessage.builder()
                    .content(ai.text() == null ? "" : ai.text())
                    .toolCalls(ai.toolExecutionRequests().stream()
                            .map(call ->
                                    new AssistantMessage.ToolCall(call.id(), "function", call.name(), call.arguments()))
                            .toList())
                    .build());
        } else if (message instanceof ToolExecutionResultMessage result) {
            results.add(new ToolResponseMessage.ToolResponse(result.id(), result.toolName(), result.text()));
            if (results.size() == waiting) {
                add(ToolResponseMessage.builder()
                        .responses(List.copyOf(results))
                        .build());
            }
        }
    }

    private void add(Message message) {
        List<Message> all = new ArrayList<>(messages);
        all.add(message);
        messages = all;
    }

    @Override
    synchronized void compress() {
        messages = List.copyOf(
                messages(hook.beforeModel(messages, RunnableConfig.builder().build())));
    }

    /** The agent's graph reads it within its package. */
    private static List<Message> messages(AgentCommand command) {
        try {
            Method messages = AgentCommand.class.getDeclaredMethod("getMessages");
            messages.setAccessible(true);
            return ((List<?>) messages.invoke(command))
                    .stream().map(Message.class::cast).toList();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    synchronized List<ChatMessage> read() {
        return messages.stream().flatMap(message -> read(message).stream()).toList();
    }

    private static List<ChatMessage> read(Message message) {
        if (message instanceof AssistantMessage assistant) {
            return List.of(AiMessage.builder()
                    .text(assistant.getText())
                    .toolExecutionRequests(assistant.getToolCalls().stream()
                            .map(call -> ToolExecutionRequest.builder()
                                    .id(call.id())
                                    .name(call.name())
                                    .arguments(call.arguments())
                                    .build())
                            .toList())
                    .build());
        } else if (message instanceof ToolResponseMessage responses) {
            return responses.getResponses().stream()
                    .<ChatMessage>map(result ->
                            ToolExecutionResultMessage.from(result.id(), result.name(), result.responseData()))
                    .toList();
        }
        return List.of(
                message instanceof SystemMessage
                        ? dev.langchain4j.data.message.SystemMessage.from(message.getText())
                        : dev.langchain4j.data.message.UserMessage.from(message.getText()));
    }

    @Override
    synchronized void reset() {
        messages = List.of();
    }
}
