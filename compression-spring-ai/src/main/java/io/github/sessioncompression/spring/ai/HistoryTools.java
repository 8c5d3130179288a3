package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.recall.RecallTool;
import java.util.Objects;
import java.util.stream.Stream;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.ai.tool.definition.ToolDefinition;

/**
 * The tools with which a model looks into its own conversation's past: {@code search_history} and {@code expand_segment}.
 *
 * <pre>{@code
 * chatClient.prompt()
 *         .user(question)
 *         .advisors(a -> a.param(ChatMemory.CONVERSATION_ID, id))
 *         .toolCallbacks(HistoryTools.of(memory.conversation(id)))
 *         .call();
 * }</pre>
 *
 * <p>{@link SessionStateAdvisor} adds them if the policy does, by
 * {@link io.github.sessioncompression.state.StateOptions#historyTools}; without it, an application does as above. They belong to one conversation: nothing that a model writes can name
 * another. Safe for use by many threads.
 */
public final class HistoryTools implements ToolCallbackProvider {
    private final Conversation conversation;

    private HistoryTools(Conversation conversation) {
        this.conversation = conversation;
    }

    /** The tools of one conversation. */
    public static HistoryTools of(Conversation conversation) {
        return new HistoryTools(Objects.requireNonNull(conversation, "conversation"));
    }

    @Override
    public ToolCallback[] getToolCallbacks() {
        return Stream.of(RecallTool.values())
                .map(tool -> new Callback(conversation, tool))
                .toArray(ToolCallback[]::new);
    }

    private record Callback(Conversation conversation, RecallTool tool) implements ToolCallback {
        @Override
        public ToolDefinition getToolDefinition() {
            return ToolDefinition.builder()
                    .name(tool.toolName())
                    .description(tool.description())
                    .inputSchema(tool.inputSchema())
                    .build();
        }

        @Override
        public String call(String toolInput) {
            return conversation.framework().recall(tool, toolInput);
        }
    }
}
