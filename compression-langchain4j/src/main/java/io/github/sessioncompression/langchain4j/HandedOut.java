package io.github.sessioncompression.langchain4j;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import java.util.List;
import java.util.Optional;

/**
 * Remembers which chat a message was handed out for, so that a request says by its messages which chat it is of: a request of
 * LangChain4j's names none.
 *
 * <p>By the messages' identity, and only as long as they live. A message that was handed out for several chats speaks for none of
 * them. A chat of which nothing was handed out yet but its system message is known by the thread that read it last. Bounded; safe
 * for use by many threads.
 */
final class HandedOut {
    private static final int MOST = 20_000;
    /** Of a request's last messages so many are looked at: those of the turn that is under way are its own. */
    private static final int LOOKED_AT = 256;
    /** No conversation has this name. */
    private static final String SEVERAL = "";

    private final Cache<ChatMessage, String> owners = Caffeine.newBuilder()
            .weakKeys()
            .maximumSize(MOST)
            .executor(Runnable::run)
            .build();
    private final ThreadLocal<String> begun = new ThreadLocal<>();

    /** The view {@code messages} was handed out for the conversation of that name. */
    void remember(String conversationId, List<ChatMessage> messages) {
        begun.remove();
        for (int i = messages.size() - 1; i >= 0; i--) {
            ChatMessage message = messages.get(i);
            if (!(message instanceof SystemMessage)) {
                owners.asMap().merge(message, conversationId, (was, now) -> was.equals(now) ? was : SEVERAL);
                return;
            }
        }
        begun.set(conversationId);
    }

    /** The conversation that a request is of; empty if that can't be said for sure. */
    Optional<String> of(List<ChatMessage> request) {
        String started = begun.get();
        begun.remove();
        int last = Math.max(0, request.size() - LOOKED_AT);
        for (int i = request.size() - 1; i >= last; i--) {
            String owner = owners.getIfPresent(request.get(i));
            if (owner != null) {
                return owner.equals(SEVERAL) ? Optional.empty() : Optional.of(owner);
            }
        }
        return Optional.ofNullable(started);
    }
}
