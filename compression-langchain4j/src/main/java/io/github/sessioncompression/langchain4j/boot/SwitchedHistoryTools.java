package io.github.sessioncompression.langchain4j.boot;

import dev.langchain4j.service.tool.ToolProvider;
import dev.langchain4j.service.tool.ToolProviderRequest;
import dev.langchain4j.service.tool.ToolProviderResult;
import io.github.sessioncompression.langchain4j.CompressingChatMemoryProvider;
import io.github.sessioncompression.langchain4j.HistoryTools;
import org.springframework.beans.factory.ObjectProvider;

/** The {@link HistoryTools} of those conversations whose policy says so; nothing for others. */
final class SwitchedHistoryTools implements ToolProvider {
    private final ObjectProvider<CompressingChatMemoryProvider> memories;

    SwitchedHistoryTools(ObjectProvider<CompressingChatMemoryProvider> memories) {
        this.memories = memories;
    }

    @Override
    public ToolProviderResult provideTools(ToolProviderRequest request) {
        CompressingChatMemoryProvider ours = memories.getIfUnique();
        return ours != null
                        && ours.conversation(request.chatMemoryId()).framework().offersRecall()
                ? HistoryTools.of(ours).provideTools(request)
                : ToolProviderResult.builder().build();
    }
}
