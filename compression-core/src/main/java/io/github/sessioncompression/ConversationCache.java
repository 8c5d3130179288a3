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
 * The conversations used last, so that they need not be read from the store again.
 *
 * <p>A conversation that has to go keeps its statistics in the store and takes its messages out of the totals, or they would count twice when it is
 * back. Two objects of one conversation may exist for a while, as in two processes; here they share the turn to compress. <b>Threads:</b> safe for
 * use by many.
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

    /** A new object for the conversation of that id, which is not kept here. */
    Conversation made(String id) {
        return new Conversation(ConversationParts.of(id, settings.of(SessionIndex.chatOf(id)), shared));
    }

    /** The conversation of that id, kept here from now on; another one may have to go for it. */
    Conversation of(String id) {
        return latest.get(id);
    }

    /** As {@link #of}, if the store has the conversation. */
    Optional<Conversation> stored(String id) {
        return shared.store().head(id).map(head -> latest.get(id));
    }

    /** The conversation of that id if the store has it; one that is not kept here is not kept for it. */
    Optional<Conversation> seen(String id) {
        return shared.store().head(id).map(head -> {
            Conversation known = known(id);
            return known != null ? known : made(id);
        });
    }

    /** The conversation of that id if it is kept here; does not count as a use of it. */
    @Nullable
    Conversation known(String id) {
        return latest.policy().getIfPresentQuietly(id);
    }

    /** Ends what the conversations have under way, then keeps their statistics. */
    void end() {
        latest.asMap().values().forEach(chat -> chat.parts().room().end());
        latest.asMap().values().forEach(chat -> chat.parts().reporter().counts().keep());
    }
}
