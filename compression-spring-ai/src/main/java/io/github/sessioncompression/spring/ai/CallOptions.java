package io.github.sessioncompression.spring.ai;

import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.prompt.ChatOptions;

/** What the options of a request say about the model. */
final class CallOptions {
    private CallOptions() {}

    /** The model's name; empty if the request names none and leaves that to the model. */
    static String model(@Nullable ChatOptions options) {
        String name = options == null ? null : options.getModel();
        return name == null ? "" : name;
    }

    /** The most that the model is asked to write, in tokens; 0 if that is not said. */
    static int maxTokens(@Nullable ChatOptions options) {
        if (options == null) {
            return 0;
        }
        Integer usual = options.getMaxTokens();
        Number most = usual != null ? usual : Accessor.tokens(options, "getMaxCompletionTokens");
        return most == null ? 0 : (int) Math.max(0, Math.min(Integer.MAX_VALUE, most.longValue()));
    }
}
