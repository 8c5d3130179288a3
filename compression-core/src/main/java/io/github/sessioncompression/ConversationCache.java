package io.github.sessioncompression;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import com.github.benmanes.caffeine.cache.RemovalCause;
import io.github.sessioncompression.Settings.ByConversation;
import io.github.sessioncompression.session.SessionIndex;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The conversations used last; one that has to go takes its messages out of the totals, or they would count twice when it is back. Safe for use by
 * many threads.
 */
final class ConversationCache {
    private final CompressorParts shared;
    private final ByConversation settings;
    private final LoadingCache<String, Conversation> latest;

    ConversationCache(CompressorParts shared, ByConversation settings, int most) {
        this.shared = shared;
        this.settings = settings;
        this.latest = Caffeine.newBuilder()
                .maximumSize(most)
                .executor(Runnable::run)
                .evictionListener((@Nullable String id, @Nullable Conversation chat, RemovalCause cause) ->
                        Objects.requireNonNull(chat).parts().reporter().counts().evicted())
                .build(this::made);
    }

    /** A conversation of that id that is not kept at hand. */
    Conversation made(String id) {
        return new Conversation(ConversationParts.of(id, settings.of(SessionIndex.chatOf(id)), shared));
    }

    /** The conversation of that id, taken up. */
    Conversation of(String id) {
        return latest.get(id);
    }

    /** The conversation of that id if the store has it, taken up. */
    Optional<Conversation> stored(String id) {
        return shared.store().head(id).map(head -> latest.get(id));
    }

    /** The conversation of that id if the store has it, in nobody's place. */
    Optional<Conversation> seen(String id) {
        return shared.store().head(id).map(head -> {
            Conversation known = known(id);
            return known != null ? known : made(id);
        });
    }

    /** The conversation of that id if it is at hand; counts as no use of it. */
    @Nullable
    Conversation known(String id) {
        return latest.policy().getIfPresentQuietly(id);
    }

    /** Ends what they have under way, then keeps their statistics. */
    void end() {
        latest.asMap().values().forEach(chat -> chat.parts().room().end());
        latest.asMap().values().forEach(chat -> chat.parts().reporter().counts().keep());
    }
}
