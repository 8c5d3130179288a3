package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.model.RequestForm.Limit;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.model.tool.StructuredOutputChatOptions;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.beans.BeanWrapper;
import org.springframework.beans.PropertyAccessorFactory;

/** Options of Spring AI 1.1: beans that are copied, then changed. Its methods are not all there in 2.0. */
final class CopiedOptions {
    private static final String LIMIT = "maxTokens";
    private static final String NEWER_LIMIT = "maxCompletionTokens";

    private CopiedOptions() {}

    static @Nullable ChatOptions of(ChatModel model, int maxOutputTokens, @Nullable String schema, Limit limit) {
        ChatOptions own = model.getDefaultOptions();
        if (own == null) {
            return null;
        }
        ChatOptions options = own.copy();
        BeanWrapper bean = PropertyAccessorFactory.forBeanPropertyAccess(options);
        limit(bean, options, maxOutputTokens, limit);
        if (schema != null && options instanceof StructuredOutputChatOptions structured) {
            structured.setOutputSchema(schema);
        }
        if (options instanceof ToolCallingChatOptions tools) {
            tools.setToolCallbacks(List.of());
            tools.setToolNames(Set.of());
            // The model merges its default tools back in; at least it must not run them.
            tools.setInternalToolExecutionEnabled(false);
        }
        return PromptCaching.off(options);
    }

    /** The model merges what it was built with back in, so a name that is configured stays; such a model fails in the chat, too. */
    private static void limit(BeanWrapper bean, ChatOptions options, int tokens, Limit limit) {
        boolean two = bean.isReadableProperty(NEWER_LIMIT) && bean.isWritableProperty(NEWER_LIMIT);
        if (limit == Limit.NONE || (limit == Limit.RENAMED && !two)) {
            return;
        }
        boolean newer = two && RequestOptions.newerLimit(options, bean.getPropertyValue(NEWER_LIMIT), limit);
        set(bean, newer ? NEWER_LIMIT : LIMIT, tokens);
    }

    /** Sets a property; {@code false} if there is none. */
    private static boolean set(BeanWrapper bean, String property, Object value) {
        if (!bean.isWritableProperty(property)) {
            return false;
        }
        bean.setPropertyValue(property, value);
        return true;
    }

    static @Nullable ChatOptions own(ChatModel model) {
        return model.getDefaultOptions();
    }

    static boolean takeSchema(ChatModel model) {
        return model.getDefaultOptions() instanceof StructuredOutputChatOptions;
    }

    static ChatOptions withTools(ToolCallingChatOptions options, List<ToolCallback> callbacks) {
        ToolCallingChatOptions copy = options.copy();
        copy.setToolCallbacks(callbacks);
        return copy;
    }

    static ChatOptions with(ChatOptions options, String property, Object value) {
        ChatOptions copy = options.copy();
        return set(PropertyAccessorFactory.forBeanPropertyAccess(copy), property, value) ? copy : options;
    }
}
