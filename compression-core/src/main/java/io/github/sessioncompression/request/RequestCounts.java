package io.github.sessioncompression.request;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.token.MessageTokens;

/**
 * Costs of messages that requests carry beside the chat: system prompts, retrieved texts, rounds of a tool loop. They come again in each round, so
 * what was counted lately is remembered, up to about 8,000,000 characters. <b>Threads:</b> safe for use by many.
 */
public final class RequestCounts {
    private static final int MOST_CHARACTERS = 8_000_000;
    /** Weight of a message beside its text, in characters. */
    private static final int FRAME = 64;

    private final MessageTokens tokens;
    private final Cache<Message, Integer> remembered = Caffeine.newBuilder()
            .maximumWeight(MOST_CHARACTERS)
            .weigher((Message message, Integer count) -> FRAME + message.text().length())
            .executor(Runnable::run)
            .build();

    public RequestCounts(MessageTokens tokens) {
        this.tokens = tokens;
    }

    /** Tokens of a message, counted or remembered. */
    public int of(Message message) {
        return remembered.get(message.withText(message.text()), tokens::count);
    }
}
