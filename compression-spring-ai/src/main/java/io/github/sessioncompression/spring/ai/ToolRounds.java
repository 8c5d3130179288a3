package io.github.sessioncompression.spring.ai;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.metadata.Usage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Tells who runs tools, and so whether a reported usage may be the sum over several calls.
 *
 * <p>In Spring AI 1.1 a model runs the tools itself unless it is told not to, and what it reports then is the sum over all
 * rounds, without the provider's own usage object. Since 2.0 no model does.
 */
final class ToolRounds {
    private static final @Nullable Method RUNS_TOOLS = ClassUtils.getMethodIfAvailable(
            ToolCallingChatOptions.class, "isInternalToolExecutionEnabled", ChatOptions.class);

    private ToolRounds() {}

    static boolean mayBeSum(@Nullable ChatOptions options, @Nullable ChatResponse response) {
        boolean hasTools = !RequestOptions.callbacks(options).isEmpty()
                || !RequestOptions.toolNames(options).isEmpty();
        if (response == null || !hasTools || !(options instanceof ToolCallingChatOptions)) {
            return false;
        }
        Usage usage = response.getMetadata().getUsage();
        return usage != null && usage.getNativeUsage() == null && runsTools(options);
    }

    /** True if the model itself runs the tools of a request with these options. */
    static boolean areTheModels(@Nullable ChatOptions options) {
        return RUNS_TOOLS != null && (!(options instanceof ToolCallingChatOptions) || runsTools(options));
    }

    private static boolean runsTools(ChatOptions options) {
        return RUNS_TOOLS != null && Boolean.TRUE.equals(ReflectionUtils.invokeMethod(RUNS_TOOLS, null, options));
    }
}
