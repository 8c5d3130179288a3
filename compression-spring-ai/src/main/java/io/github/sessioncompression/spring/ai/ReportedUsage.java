package io.github.sessioncompression.spring.ai;

import io.github.sessioncompression.token.Usage;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ChatResponse;

/**
 * Translates the usage that Spring AI reports of one model call.
 *
 * <p>Cache tokens come from Spring AI's own accessors (2.0) or from the provider's usage object inside (1.1).
 */
final class ReportedUsage {
    private static final String[] CACHE_READ = {
        "cacheReadInputTokens", "getCacheReadInputTokens", "getCachedContentTokenCount", "cachedTokens"
    };
    private static final String[] CACHE_WRITE = {
        "cacheCreationInputTokens", "getCacheCreationInputTokens", "cacheWriteInputTokens", "getCacheWriteInputTokens"
    };

    private ReportedUsage() {}

    /**
     * The usage of one call.
     *
     * @param response what the call gave
     * @param provider the model that was called, or its options: its class shows how cache tokens are counted if the usage
     *     itself does not show it
     * @return empty if nothing was reported
     */
    static Optional<Usage> of(@Nullable ChatResponse response, @Nullable Object provider) {
        org.springframework.ai.chat.metadata.Usage usage = response == null || response.getMetadata() == null
                ? null
                : response.getMetadata().getUsage();
        if (usage == null) {
            return Optional.empty();
        }
        Object reported = usage.getNativeUsage();
        long input = orZero(usage.getPromptTokens());
        long output = orZero(usage.getCompletionTokens());
        long read = cache(usage, reported, CACHE_READ);
        long written = cache(usage, reported, CACHE_WRITE);
        if (read == 0) {
            read = orZero(Accessor.tokens(Accessor.read(reported, "promptTokensDetails"), "cachedTokens"));
        }
        if (input + output + read + written <= 0) {
            return Optional.empty();
        }
        Object known = reported != null ? reported : provider;
        String reporter = known == null ? "" : known.getClass().getName();
        long thinking = orZero(Accessor.tokens(usage, "getThoughtsTokenCount"));
        return Optional.of(Usage.reported(reporter, input, read, written, output, thinking));
    }

    private static long cache(Object usage, @Nullable Object reported, String[] accessors) {
        for (String accessor : accessors) {
            Long tokens = Accessor.tokens(usage, accessor);
            if (tokens == null) {
                tokens = Accessor.tokens(reported, accessor);
            }
            if (tokens != null) {
                return Math.max(0, tokens);
            }
        }
        return 0;
    }

    private static long orZero(@Nullable Number tokens) {
        return tokens == null ? 0 : Math.max(0, tokens.longValue());
    }
}
