package io.github.sessioncompression.langchain4j;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.langchain4j.model.output.TokenUsage;
import org.jspecify.annotations.Nullable;

/**
 * The reports that a guarded model has told already, so that a {@link UsageListener} over the same chats does not tell them once more.
 * By identity, and only as long as they live. Safe for use by many threads.
 */
final class ToldUsage {
    private static final int MOST = 10_000;

    private static final Cache<TokenUsage, Boolean> TOLD = Caffeine.newBuilder()
            .weakKeys()
            .maximumSize(MOST)
            .executor(Runnable::run)
            .build();

    private ToldUsage() {}

    static void add(@Nullable TokenUsage usage) {
        if (usage != null) {
            TOLD.put(usage, true);
        }
    }

    /** True if {@code usage} was told; a second question about it is a question about another call. */
    static boolean remove(TokenUsage usage) {
        return TOLD.asMap().remove(usage) != null;
    }
}
