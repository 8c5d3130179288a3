package io.github.sessioncompression.spring.ai;

import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.prompt.ChatOptions;

/**
 * Options in both versions of Spring AI: mutable ones that are copied (1.1), immutable ones with builders (2.0).
 *
 * <p>Compiled against 1.1. What 2.0 removed is called in {@link CopiedOptions} only, what it added by reflection only, and only
 * one of the two is ever used.
 */
final class RequestOptions {
    private static final boolean BUILT = BuiltOptions.isThere();

    private RequestOptions() {}

    /**
     * The options of one request: the model's own with what is asked beyond them, and without tools.
     *
     * @return {@code null} if the model has no options
     */
    static @Nullable ChatOptions of(ChatModel model, int maxOutputTokens, String jsonSchema, Wish asked) {
        String schema = asked.schema() ? jsonSchema : null;
        return BUILT
                ? BuiltOptions.of(model, maxOutputTokens, schema, asked.limit())
                : CopiedOptions.of(model, maxOutputTokens, schema, asked.limit());
    }

    /**
     * A copy of {@code options} with one property of the provider's set.
     *
     * @return {@code options} itself if it has no such property
     */
    static ChatOptions with(ChatOptions options, String property, Object value) {
        return BUILT ? BuiltOptions.with(options, property, value) : CopiedOptions.with(options, property, value);
    }

    /** Whether a model takes its output limit under OpenAI's newer name only: o1, o3, o4-mini, gpt-5 and what follows them. */
    static boolean takesCompletionLimit(@Nullable String model) {
        return model != null && model.matches("(?:.*/)?(?:o\\d|gpt-(?:[5-9]|\\d\\d)).*");
    }
}
