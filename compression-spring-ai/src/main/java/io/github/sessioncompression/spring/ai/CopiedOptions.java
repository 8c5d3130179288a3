package io.github.sessioncompression.spring.ai;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.model.tool.StructuredOutputChatOptions;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.beans.BeanWrapper;
import org.springframework.beans.PropertyAccessorFactory;

/** Options of Spring AI 1.1: beans that are copied, then changed. Its methods are not all there in 2.0. */
final class CopiedOptions {
    private CopiedOptions() {}

    static @Nullable ChatOptions of(ChatModel model, int maxOutputTokens, @Nullable String schema, Wish.Limit limit) {
        ChatOptions own = model.getDefaultOptions();
        if (own == null) {
            return null;
        }
        ChatOptions options = own.copy();
        BeanWrapper bean = PropertyAccessorFactory.forBeanPropertyAccess(options);
        if (limit != Wish.Limit.NONE) {
            set(bean, limitName(bean, options, limit), maxOutputTokens);
        }
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

    private static String limitName(BeanWrapper bean, ChatOptions options, Wish.Limit limit) {
        String completion = "maxCompletionTokens";
        if (!bean.isReadableProperty(completion)) {
            return "maxTokens";
        }
        boolean configured = bean.getPropertyValue(completion) != null;
        boolean needed = options.getMaxTokens() == null && RequestOptions.takesCompletionLimit(options.getModel());
        return configured || needed || limit == Wish.Limit.COMPLETION ? completion : "maxTokens";
    }

    private static void set(BeanWrapper bean, String property, Object value) {
        if (bean.isWritableProperty(property)) {
            bean.setPropertyValue(property, value);
        }
    }

    static ChatOptions with(ChatOptions options, String property, Object value) {
        ChatOptions copy = options.copy();
        BeanWrapper bean = PropertyAccessorFactory.forBeanPropertyAccess(copy);
        if (!bean.isWritableProperty(property)) {
            return options;
        }
        bean.setPropertyValue(property, value);
        return copy;
    }
}
