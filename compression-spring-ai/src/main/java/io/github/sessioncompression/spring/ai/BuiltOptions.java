package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.model.RequestForm.Limit;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.util.ClassUtils;

/** Options of Spring AI 2.0: immutable, changed by the builder that {@code mutate()} gives. None of that is there in 1.1. */
final class BuiltOptions {
    private static final String NEWER_LIMIT = "maxCompletionTokens";

    private BuiltOptions() {}

    /** True if this version of Spring AI has such options. */
    static boolean isThere() {
        return ClassUtils.hasMethod(ChatOptions.class, "mutate");
    }

    static @Nullable ChatOptions of(ChatModel model, int maxOutputTokens, @Nullable String schema, Limit limit) {
        if (!(Accessor.read(model, "getOptions") instanceof ChatOptions own)
                || !(Accessor.read(own, "mutate") instanceof ChatOptions.Builder builder)) {
            return null;
        }
        limit(builder, own, maxOutputTokens, limit);
        if (schema != null) {
            call(builder, "outputSchema", schema);
        }
        if (builder instanceof ToolCallingChatOptions.Builder tools) {
            tools.toolCallbacks(List.of());
        }
        return PromptCaching.off(builder.build());
    }

    private static void limit(ChatOptions.Builder builder, ChatOptions own, int tokens, Limit limit) {
        boolean two = method(builder, NEWER_LIMIT) != null;
        if (limit == Limit.NONE || (limit == Limit.RENAMED && !two)) {
            return;
        }
        Object newer = Accessor.read(own, "getMaxCompletionTokens");
        if (two && RequestOptions.newerLimit(own, newer, limit)) {
            if (own.getMaxTokens() != null) {
                builder.maxTokens(null);
            }
            call(builder, NEWER_LIMIT, tokens);
        } else {
            if (newer != null) {
                call(builder, NEWER_LIMIT, null);
            }
            builder.maxTokens(tokens);
        }
    }

    static @Nullable ChatOptions own(ChatModel model) {
        return Accessor.read(model, "getOptions") instanceof ChatOptions own ? own : null;
    }

    static boolean takeSchema(ChatModel model) {
        Object builder = Accessor.read(own(model), "mutate");
        return builder != null && method(builder, "outputSchema") != null;
    }

    static @Nullable ChatOptions withTools(ToolCallingChatOptions options, List<ToolCallback> callbacks) {
        return Accessor.read(options, "mutate") instanceof ToolCallingChatOptions.Builder builder
                ? builder.toolCallbacks(callbacks).build()
                : null;
    }

    static ChatOptions with(ChatOptions options, String property, Object value) {
        return Accessor.read(options, "mutate") instanceof ChatOptions.Builder builder && call(builder, property, value)
                ? builder.build()
                : options;
    }

    private static @Nullable Method method(Object builder, String name) {
        return Stream.of(builder.getClass().getMethods())
                .filter(method -> method.getName().equals(name) && method.getParameterCount() == 1)
                .findFirst()
                .orElse(null);
    }

    /** Calls the builder's method of that name; {@code false} if there is none. */
    private static boolean call(Object builder, String name, @Nullable Object value) {
        Method method = method(builder, name);
        if (method == null || !method.trySetAccessible()) {
            return false;
        }
        try {
            method.invoke(builder, value);
            return true;
        } catch (IllegalAccessException e) {
            return false;
        } catch (InvocationTargetException e) {
            throw new IllegalStateException("the model's options refuse '" + name + "'", e.getCause());
        }
    }
}
