package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.Conversation;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;

/**
 * What every request carries beside the chat: system prompt and tool definitions, counted once as long as they are the same. Safe
 * for use by many threads.
 */
final class Overhead {
    private record Counted(String text, int tokens) {}

    private volatile @Nullable Counted last;

    int tokens(Conversation conversation, Prompt prompt) {
        String text = text(prompt);
        Counted known = last;
        if (known == null || !known.text().equals(text)) {
            int tokens = text.isEmpty()
                    ? 0
                    : conversation.tokens(List.of(io.github.sessioncompression.message.Message.system(text)));
            known = new Counted(text, tokens);
            last = known;
        }
        return known.tokens();
    }

    private static String text(Prompt prompt) {
        String system = PromptMessages.systemText(prompt.getInstructions());
        if (!(prompt.getOptions() instanceof ToolCallingChatOptions options) || options.getToolCallbacks() == null) {
            return system;
        }
        StringBuilder text = new StringBuilder(system);
        for (ToolCallback tool : options.getToolCallbacks()) {
            ToolDefinition definition = tool.getToolDefinition();
            text.append('\n')
                    .append(definition.name())
                    .append('\n')
                    .append(definition.description())
                    .append('\n')
                    .append(definition.inputSchema());
        }
        return text.toString();
    }
}
