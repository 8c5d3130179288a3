package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.ModelCall;
import io.github.sessioncompression.message.Message;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.ToolDefinition;

/**
 * The tools that a request offers, and what their definitions cost, counted once while they do not change. Safe for use by many
 * threads.
 */
final class RequestTools {
    private record Counted(String text, ModelCall.Tools tools) {}

    private volatile @Nullable Counted last;

    ModelCall.Tools of(Conversation conversation, @Nullable ChatOptions options) {
        Set<String> names = new LinkedHashSet<>();
        StringBuilder definitions = new StringBuilder();
        RequestOptions.toolNames(options).forEach(name -> names.add(String.valueOf(name)));
        for (ToolCallback tool : RequestOptions.callbacks(options)) {
            ToolDefinition definition = tool.getToolDefinition();
            names.add(definition.name());
            definitions.append(
                    String.join("\n", definition.name(), definition.description(), definition.inputSchema(), ""));
        }
        String text = definitions.toString();
        Counted known = last;
        if (known == null
                || !known.text().equals(text)
                || !known.tools().names().equals(names)) {
            int tokens = text.isEmpty() ? 0 : conversation.tokens(List.of(Message.system(text)));
            known = new Counted(text, new ModelCall.Tools(names, tokens, text));
            last = known;
        }
        return known.tools();
    }
}
