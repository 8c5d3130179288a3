package io.github.sessioncompression.conformance.peers;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import io.agentscope.core.memory.autocontext.AutoContextConfig;
import io.agentscope.core.memory.autocontext.AutoContextMemory;
import io.agentscope.core.message.ContentBlock;
import io.agentscope.core.message.Msg;
import io.agentscope.core.message.MsgRole;
import io.agentscope.core.message.TextBlock;
import io.agentscope.core.message.ToolResultBlock;
import io.agentscope.core.message.ToolUseBlock;
import io.agentscope.core.model.ChatResponse;
import io.agentscope.core.model.ChatUsage;
import io.agentscope.core.model.GenerateOptions;
import io.agentscope.core.model.Model;
import io.agentscope.core.model.ToolSchema;
import io.github.sessioncompression.conformance.MemorySize;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import reactor.core.publisher.Flux;

/** AgentScope's {@code AutoContextMemory}; its defaults for 100 messages and 128k tokens are scaled to the size. */
final class AgentScopeMemory extends ForeignMemory {
    private static final int DEFAULT_TOKENS = 128 * 1024;
    private static final int DEFAULT_LEAST_TOKENS = 5_000;

    private final AutoContextMemory memory;

    AgentScopeMemory(Object id, MemorySize size, Function<String, String> summary) {
        super(id);
        memory = new AutoContextMemory(
                AutoContextConfig.builder()
                        .msgThreshold(size.messages())
                        .lastKeep(size.messages() / 2)
                        .maxToken(size.tokens())
                        .minCompressionTokenThreshold(size.tokens() * DEFAULT_LEAST_TOKENS / DEFAULT_TOKENS)
                        .build(),
                new Summariser(summary));
    }

    private record Summariser(Function<String, String> summary) implements Model {
        @Override
        public Flux<ChatResponse> stream(List<Msg> messages, List<ToolSchema> tools, GenerateOptions options) {
            return Flux.defer(() -> Flux.just(ChatResponse.builder()
                    .id("summary")
                    .content(List.of(text(summary.apply(text(messages)))))
                    .usage(ChatUsage.builder().inputTokens(1).outputTokens(1).build())
                    .build()));
        }

        @Override
        public String getModelName() {
            return "summariser";
        }
    }

    private static String text(List<Msg> messages) {
        return messages.stream().map(Msg::getTextContent).collect(Collectors.joining("\n"));
    }

    private static ContentBlock text(String text) {
        return TextBlock.builder().text(text).build();
    }

    @Override
    void append(ChatMessage message) {
        if (message instanceof UserMessage user) {
            memory.addMessage(msg(MsgRole.USER, List.of(text(user.singleText()))));
        } else if (message instanceof AiMessage ai) {
            List<ContentBlock> blocks = new ArrayList<>();
            if (ai.text() != null && !ai.text().isEmpty()) {
                blocks.add(text(ai.text()));
            }
            ai.toolExecutionRequests()
                    .forEach(call -> blocks.add(ToolUseBlock.builder()
                            .id(call.id())
                            .name(call.name())
                            .input(Map.of())
                            .content(call.arguments())
                            .build()));
            memory.addMessage(msg(MsgRole.ASSISTANT, blocks));
        } else if (message instanceof ToolExecutionResultMessage result) {
            memory.addMessage(msg(
                    MsgRole.TOOL, List.of(ToolResultBlock.of(result.id(), result.toolName(), text(result.text())))));
        }
    }

    private static Msg msg(MsgRole role, List<ContentBlock> blocks) {
        return Msg.builder()
                .role(role)
                .name(role.name().toLowerCase(java.util.Locale.ROOT))
                .content(blocks)
                .build();
    }

    @Override
    void compress() {
        memory.compressIfNeeded();
    }

    @Override
    List<ChatMessage> read() {
        return memory.getMessages().stream()
                .flatMap(msg -> messages(msg).stream())
                .toList();
    }

    private static List<ChatMessage> messages(Msg msg) {
        String text = msg.getTextContent();
        return switch (msg.getRole()) {
            case USER -> List.of(UserMessage.from(text));
            case SYSTEM -> List.of(SystemMessage.from(text));
            case ASSISTANT -> List.of(assistant(msg, text));
            case TOOL ->
                msg.getContentBlocks(ToolResultBlock.class).stream()
                        .<ChatMessage>map(result ->
                                ToolExecutionResultMessage.from(result.getId(), result.getName(), text(result)))
                        .toList();
        };
    }

    private static ChatMessage assistant(Msg msg, String text) {
        List<ToolExecutionRequest> calls = msg.getContentBlocks(ToolUseBlock.class).stream()
                .map(call -> ToolExecutionRequest.builder()
                        .id(call.getId())
                        .name(call.getName())
                        .arguments(call.getContent() == null ? "{}" : call.getContent())
                        .build())
                .toList();
        return AiMessage.builder().text(text).toolExecutionRequests(calls).build();
    }

    private static String text(ToolResultBlock result) {
        return result.getOutput().stream()
                .filter(TextBlock.class::isInstance)
                .map(block -> ((TextBlock) block).getText())
                .collect(Collectors.joining("\n"));
    }

    @Override
    void reset() {
        memory.clear();
    }
}
