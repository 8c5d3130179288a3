package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.message.Message;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;

/** What the definitions of a request's tools cost, counted once as long as they are the same. Safe for use by many threads. */
final class ToolTokens {
    private record Counted(String text, int tokens) {}

    private volatile @Nullable Counted last;

    int of(Conversation conversation, @Nullable ChatOptions options) {
        String text = text(options);
        Counted known = last;
        if (known == null || !known.text().equals(text)) {
            int tokens = text.isEmpty() ? 0 : conversation.tokens(List.of(Message.system(text)));
            known = new Counted(text, tokens);
            last = known;
        }
        return known.tokens();
    }

    private static String text(@Nullable ChatOptions options) {
        if (!(options instanceof ToolCallingChatOptions tools) || tools.getToolCallbacks() == null) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        for (ToolCallback tool : tools.getToolCallbacks()) {
            ToolDefinition definition = tool.getToolDefinition();
            text.append(definition.name())
                    .append('\n')
                    .append(definition.description())
                    .append('\n')
                    .append(definition.inputSchema())
                    .append('\n');
        }
        return text.toString();
    }
}
