package io.github.sessioncompression.langchain4j;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.langchain4j.model.output.TokenUsage;
import io.github.sessioncompression.token.Usage;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a provider reports about one call, the cached part included.
 *
 * <p>The providers' classes are in optional modules, so their own fields are read by name.
 */
final class ReportedUsage {
    private static final int MOST_TOLD = 10_000;
    /** Reports that a guarded model has passed on, by identity and only while they live. */
    private static final Cache<TokenUsage, Boolean> TOLD = Caffeine.newBuilder()
            .weakKeys()
            .maximumSize(MOST_TOLD)
            .executor(Runnable::run)
            .build();

    private ReportedUsage() {}

    /** Marks a report that a guarded model passes on, so that a {@link UsageListener} over the same chats does not pass it on again. */
    static Optional<Usage> told(@Nullable TokenUsage reported) {
        Optional<Usage> usage = of(reported);
        if (reported != null && usage.isPresent()) {
            TOLD.put(reported, true);
        }
        return usage;
    }

    /** The core's form of a report that was not passed on; a second question about it is about another call. */
    static Optional<Usage> untold(@Nullable TokenUsage reported) {
        return of(reported).filter(usage -> TOLD.asMap().remove(reported) == null);
    }

    /** The core's form of a report; empty if it has neither input nor output. */
    static Optional<Usage> of(@Nullable TokenUsage reported) {
        if (reported == null || (reported.inputTokenCount() == null && reported.outputTokenCount() == null)) {
            return Optional.empty();
        }
        String provider = reported.getClass().getName();
        long input = number(reported.inputTokenCount());
        long output = number(reported.outputTokenCount());
        return Optional.of(
                switch (provider) {
                    case "dev.langchain4j.model.openai.OpenAiTokenUsage" -> {
                        // The output includes the thinking.
                        long cached = number(reported, "inputTokensDetails", "cachedTokens");
                        long thinking = number(reported, "outputTokensDetails", "reasoningTokens");
                        yield Usage.reported(provider, input, cached, 0, output - thinking, thinking);
                    }
                    case "dev.langchain4j.model.anthropic.AnthropicTokenUsage" -> {
                        long read = number(reported, "cacheReadInputTokens");
                        long written = number(reported, "cacheCreationInputTokens");
                        yield Usage.reported(provider, input, read, written, output, 0);
                    }
                    case "dev.langchain4j.model.googleai.GoogleAiGeminiTokenUsage" -> {
                        // Thinking comes beside the output. The oldest supported version has no such class.
                        long cached = number(reported, "cachedContentTokenCount");
                        long thinking = number(reported, "thoughtsTokenCount");
                        yield Usage.reported(provider, input, cached, 0, output, thinking);
                    }
                    default -> Usage.of(input, output);
                });
    }

    /** A number behind accessors; 0 if there is none. */
    private static long number(@Nullable Object from, String... accessors) {
        Object value = from;
        for (String accessor : accessors) {
            value = value == null ? null : ByName.read(value, accessor);
        }
        return value instanceof Integer count ? count : 0;
    }
}
