package io.github.sessioncompression.langchain4j;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderRequest;
import dev.langchain4j.service.tool.ToolProviderResult;
import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.json.Json;
import io.github.sessioncompression.recall.RecallTool;
import java.util.Objects;
import java.util.function.Function;

/**
 * The tools with which a model looks into its own conversation's past: {@code search_history} and {@code expand_segment}.
 *
 * <pre>{@code
 * AiServices.builder(Assistant.class)
 *         .chatModel(model)
 *         .chatMemoryProvider(memories)
 *         .toolProvider(HistoryTools.of(memories))
 *         .build();
 * }</pre>
 *
 * <p>A model has them only if an application adds them, as above; under Spring Boot if the policy does, by
 * {@link io.github.sessioncompression.state.StateOptions#historyTools}. Which conversation is meant is settled by the memory id of the call, never by
 * what the model writes. A chat of which nothing is archived yet has the tools, too, so that the list of tools, which providers cache,
 * stays the same. Safe for use by many threads.
 */
public final class HistoryTools implements ToolProvider {
    private final Function<Object, Conversation> conversations;

    private HistoryTools(Function<Object, Conversation> conversations) {
        this.conversations = conversations;
    }

    /** The tools of the memories' conversations. */
    public static HistoryTools of(CompressingChatMemoryProvider memories) {
        return new HistoryTools(Objects.requireNonNull(memories, "memories")::conversation);
    }

    /** The tools of one memory's conversation, for any memory id of the call. */
    public static HistoryTools of(CompressingChatMemory memory) {
        Conversation conversation = memory.conversation();
        return new HistoryTools(memoryId -> conversation);
    }

    @Override
    public ToolProviderResult provideTools(ToolProviderRequest request) {
        Conversation conversation = conversations.apply(request.chatMemoryId());
        ToolProviderResult.Builder tools = ToolProviderResult.builder();
        for (RecallTool tool : RecallTool.values()) {
            tools.add(specification(tool), (call, memoryId) -> conversation
                    .framework()
                    .recall(tool, Objects.requireNonNullElse(call.arguments(), "")));
        }
        return tools.build();
    }

    private static ToolSpecification specification(RecallTool tool) {
        return ToolSpecification.builder()
                .name(tool.toolName())
                .description(tool.description())
                .parameters(ResponseSchema.object(Json.parseObject(tool.inputSchema())))
                .build();
    }
}
