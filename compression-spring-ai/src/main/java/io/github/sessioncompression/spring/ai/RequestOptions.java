package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.model.ModelRequest;
import io.github.sessioncompression.model.RequestForm;
import io.github.sessioncompression.model.RequestForm.Limit;
import io.github.sessioncompression.model.RequestForm.Shape;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.metadata.Usage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.DefaultChatOptions;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Options in both versions of Spring AI: mutable ones that are copied (1.1), immutable ones with builders (2.0).
 *
 * <p>Compiled against 1.1. What 2.0 removed is called in {@link CopiedOptions} only, what it added by reflection only, and only
 * one of the two is ever used.
 */
final class RequestOptions {
    private static final boolean BUILT = BuiltOptions.isThere();

    /** Only a model of 1.1 runs the tools of a request itself. */
    private static final @Nullable Method RUNS_TOOLS = ClassUtils.getMethodIfAvailable(
            ToolCallingChatOptions.class, "isInternalToolExecutionEnabled", ChatOptions.class);

    private RequestOptions() {}

    /**
     * The options of one request: the model's own with what is asked beyond them, and without tools.
     *
     * @return {@code null} if the model has no options
     */
    static @Nullable ChatOptions of(ChatModel model, ModelRequest request, RequestForm form) {
        String schema = form.shape() == Shape.SCHEMA ? request.jsonSchema() : null;
        return BUILT
                ? BuiltOptions.of(model, form.outputTokens(request), schema, form.limit())
                : CopiedOptions.of(model, form.outputTokens(request), schema, form.limit());
    }

    /** Name of the model in its own options; empty if they have none. */
    static String modelName(ChatModel model) {
        return modelName(BUILT ? BuiltOptions.own(model) : CopiedOptions.own(model));
    }

    /** Name of the model in the options of a request; empty if that is left to the model. */
    static String modelName(@Nullable ChatOptions options) {
        String name = options == null ? null : options.getModel();
        return name == null ? "" : name;
    }

    /** The most that the model is asked to write, in tokens; 0 if the options have no limit. */
    static int maxTokens(@Nullable ChatOptions options) {
        if (options == null) {
            return 0;
        }
        Integer usual = options.getMaxTokens();
        Long most = usual != null ? Long.valueOf(usual) : Accessor.tokens(options, "getMaxCompletionTokens");
        return most == null ? 0 : (int) Math.max(0, Math.min(Integer.MAX_VALUE, most));
    }

    /** True if the model's options take a response schema. */
    static boolean takeSchema(ChatModel model) {
        return BUILT ? BuiltOptions.takeSchema(model) : CopiedOptions.takeSchema(model);
    }

    /**
     * A copy of {@code options} with one property of the provider's set.
     *
     * @return {@code options} itself if it has no such property
     */
    static ChatOptions with(ChatOptions options, String property, Object value) {
        return BUILT ? BuiltOptions.with(options, property, value) : CopiedOptions.with(options, property, value);
    }

    /** The tools that options pass as callbacks. */
    static List<ToolCallback> callbacks(@Nullable ChatOptions options) {
        return options instanceof ToolCallingChatOptions tools && tools.getToolCallbacks() != null
                ? tools.getToolCallbacks()
                : List.of();
    }

    /** The tools that options name, as only 1.1 has them. */
    static Set<?> toolNames(@Nullable ChatOptions options) {
        return Accessor.read(options, "getToolNames") instanceof Set<?> names ? names : Set.of();
    }

    /**
     * Options of a request that let the model call these tools and no others by callback.
     *
     * @return {@code null} if options of that kind take no tools
     */
    static @Nullable ChatOptions withTools(@Nullable ChatOptions options, List<ToolCallback> callbacks) {
        if (options instanceof ToolCallingChatOptions tools) {
            return BUILT ? BuiltOptions.withTools(tools, callbacks) : CopiedOptions.withTools(tools, callbacks);
        }
        if (options != null && options.getClass() != DefaultChatOptions.class) {
            return null;
        }
        ToolCallingChatOptions.Builder builder =
                ToolCallingChatOptions.builder().toolCallbacks(callbacks);
        return options == null
                ? builder.build()
                : builder.model(options.getModel())
                        .frequencyPenalty(options.getFrequencyPenalty())
                        .maxTokens(options.getMaxTokens())
                        .presencePenalty(options.getPresencePenalty())
                        .stopSequences(options.getStopSequences())
                        .temperature(options.getTemperature())
                        .topK(options.getTopK())
                        .topP(options.getTopP())
                        .build();
    }

    /** True if the model itself runs the tools of a request with these options: in 1.1 unless an option forbids it, since 2.0 never. */
    static boolean areToolsTheModels(@Nullable ChatOptions options) {
        return RUNS_TOOLS != null
                && (!(options instanceof ToolCallingChatOptions)
                        || Boolean.TRUE.equals(ReflectionUtils.invokeMethod(RUNS_TOOLS, null, options)));
    }

    /** True if a reported usage may be the sum over all rounds of tools that the model ran: without the provider's own usage object. */
    static boolean mayReportSum(@Nullable ChatOptions options, @Nullable ChatResponse response) {
        Usage usage = response == null ? null : response.getMetadata().getUsage();
        return usage != null
                && usage.getNativeUsage() == null
                && areToolsTheModels(options)
                && !(callbacks(options).isEmpty() && toolNames(options).isEmpty());
    }

    /**
     * True if the output limit must have OpenAI's newer name, if there are two: the one that is configured, else the newer one
     * for the models that take no other (o1, o3, o4-mini, gpt-5 and what follows them).
     *
     * @param newer the value of the model's own options under the newer name
     */
    static boolean newerLimit(ChatOptions own, @Nullable Object newer, Limit limit) {
        boolean usual = newer != null || (own.getMaxTokens() == null && takesNewerLimitOnly(own.getModel()));
        return usual == (limit == Limit.USUAL);
    }

    private static boolean takesNewerLimitOnly(@Nullable String model) {
        return model != null && model.matches("(?:.*/)?(?:o\\d|gpt-(?:[5-9]|\\d\\d)).*");
    }
}
