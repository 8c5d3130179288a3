package io.github.sessioncompression;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.sessioncompression.option.Bounds;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The conversations that a compressor has at hand. Safe for use by many threads. */
final class OpenConversations {
    static final int DEFAULT = 1_000;
    private static final int MOST = 1_000_000;

    /** Those used last; one that has to go takes its messages out of the totals, or they would count twice when it is back. */
    private final Cache<String, Conversation> conversations;

    OpenConversations(int most) {
        conversations = Caffeine.newBuilder()
                .maximumSize(most)
                .executor(Runnable::run)
                .evictionListener(OpenConversations::evicted)
                .build();
    }

    private static void evicted(@Nullable String id, @Nullable Conversation chat, Object cause) {
        Objects.requireNonNull(chat).evicted();
    }

    Conversation get(String id, Function<String, Conversation> opening) {
        return conversations.get(id, opening);
    }

    static int number(int conversations) {
        return Bounds.within("conversationsAtHand", conversations, 1, MOST);
    }

    /** @throws IllegalArgumentException if it is no name for a conversation */
    static void requireId(String id) {
        Objects.requireNonNull(id, "id");
        if (id.isBlank() || id.length() > 512) {
            throw new IllegalArgumentException("id must be 1 to 512 characters and not blank, but has " + id.length());
        }
    }
}
