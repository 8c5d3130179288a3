package io.github.sessioncompression.langchain4j.boot;

import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderRequest;
import dev.langchain4j.service.tool.ToolProviderResult;
import io.github.sessioncompression.langchain4j.CompressingChatMemoryProvider;
import io.github.sessioncompression.langchain4j.HistoryTools;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tools for the past of conversations whose policy has them.
 *
 * @param memories gives the provider of the conversations; {@code null} if there is none
 */
record SwitchedHistoryTools(Supplier<@Nullable CompressingChatMemoryProvider> memories) implements ToolProvider {
    @Override
    public ToolProviderResult provideTools(ToolProviderRequest request) {
        CompressingChatMemoryProvider ours = memories.get();
        return ours != null
                        && ours.conversation(request.chatMemoryId()).framework().offersRecall()
                ? HistoryTools.of(ours).provideTools(request)
                : ToolProviderResult.builder().build();
    }
}
