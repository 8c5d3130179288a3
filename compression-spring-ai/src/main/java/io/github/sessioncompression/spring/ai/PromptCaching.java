package io.github.sessioncompression.spring.ai;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.MessageType;
import org.springframework.ai.chat.prompt.ChatOptions;

/**
 * Settings of the provider's prompt cache in a request's options: {@code promptCacheKey} (OpenAI), {@code cacheOptions}
 * (Anthropic, Bedrock).
 *
 * <p>By reflection, because the providers' modules are the application's, and their types are in other packages in each version
 * of Spring AI. Options that have neither stay as they are.
 */
final class PromptCaching {
    /** Breakpoints after the tools, the system prompt and the last user message: each holds until what is before it changes. */
    private static final String WHOLE_PREFIX = "CONVERSATION_HISTORY";

    private static final String NONE = "NONE";
    private static final String KEY = "promptCacheKey";
    private static final String OPTIONS = "cacheOptions";
    private static final String KEY_ACCESSOR = "getPromptCacheKey";
    private static final String OPTIONS_ACCESSOR = "getCacheOptions";

    private PromptCaching() {}

    /** The options with the cache in use, unless they configure it themselves; {@code key} is left out if {@code null}. */
    static ChatOptions on(ChatOptions options, @Nullable String key) {
        ChatOptions cached = options;
        if (key != null && Accessor.read(options, KEY_ACCESSOR) == null) {
            cached = RequestOptions.with(cached, KEY, key);
        }
        return usesBreakpoints(options) ? cached : strategy(cached, WHOLE_PREFIX);
    }

    /** The options with breakpoints for Anthropic, which caches nothing without, unless they configure it themselves. */
    static ChatOptions withBreakpoints(ChatOptions options) {
        return isOfAnthropic(options) && !usesBreakpoints(options) ? strategy(options, WHOLE_PREFIX) : options;
    }

    /** False for Bedrock: it refuses breakpoints for models that have no cache. */
    private static boolean isOfAnthropic(ChatOptions options) {
        try {
            Class<?> type = options.getClass().getMethod(OPTIONS_ACCESSOR).getReturnType();
            return type.getSimpleName().startsWith("Anthropic");
        } catch (NoSuchMethodException otherProvider) {
            return false;
        }
    }

    /** The options without a cache: for a request whose beginning never comes again, so that nothing is paid for keeping it. */
    static ChatOptions off(ChatOptions options) {
        return usesBreakpoints(options) ? strategy(options, NONE) : options;
    }

    private static boolean usesBreakpoints(ChatOptions options) {
        Object strategy = Accessor.read(Accessor.read(options, OPTIONS_ACCESSOR), "getStrategy");
        return strategy instanceof Enum<?> known && !known.name().equals(NONE);
    }

    private static ChatOptions strategy(ChatOptions options, String strategy) {
        try {
            Method accessor = options.getClass().getMethod(OPTIONS_ACCESSOR);
            Object builder = accessor.getReturnType().getMethod("builder").invoke(null);
            boolean marksLastResult = false;
            for (Method method : builder.getClass().getMethods()) {
                Class<?>[] types = method.getParameterTypes();
                if (method.getName().equals("strategy") && types.length == 1 && types[0].isEnum()) {
                    method.invoke(builder, constant(types[0], strategy));
                } else if (method.getName().equals("cacheToolResults") && types.length == 1) {
                    method.invoke(builder, true);
                    marksLastResult = true;
                }
            }
            if (!marksLastResult) {
                leaveToLastQuestion(builder);
            }
            Object cache = Accessor.read(builder, "build");
            return cache == null ? options : RequestOptions.with(options, OPTIONS, cache);
        } catch (NoSuchMethodException | IllegalAccessException otherwise) {
            return options;
        } catch (InvocationTargetException refused) {
            throw new IllegalStateException("the cache options refuse '" + strategy + "'", refused.getCause());
        }
    }

    /** Spring AI 1.1 sets the breakpoints at the first answers and results that are long enough; there are none left for the last question. */
    private static void leaveToLastQuestion(Object builder) throws IllegalAccessException, InvocationTargetException {
        for (Method method : builder.getClass().getMethods()) {
            if (method.getName().equals("messageTypeMinContentLength")) {
                method.invoke(builder, MessageType.ASSISTANT, Integer.MAX_VALUE);
                method.invoke(builder, MessageType.TOOL, Integer.MAX_VALUE);
            }
        }
    }

    private static @Nullable Object constant(Class<?> type, String name) {
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> ((Enum<?>) constant).name().equals(name))
                .findFirst()
                .orElse(null);
    }
}
