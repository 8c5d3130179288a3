package io.github.sessioncompression.langchain4j;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The requests that a guard has seen, or that this library makes itself to write states: a guard that meets one of them later, in
 * any wrapper of the model, lets it pass. Known by the request itself on any thread, as a router may choose on another one; or, if it was
 * made again on its way, by the thread and the last message. Safe for use by many threads.
 */
final class SeenRequests {
    private static final ThreadLocal<Seen> LATEST = new ThreadLocal<>();
    /** By the requests, of which the application has none: compared by identity. */
    private static final Cache<ChatRequest, Seen> SENT =
            Caffeine.newBuilder().weakKeys().executor(Runnable::run).build();

    /**
     * A request on its way.
     *
     * @param marksCache true if it is a chat's, and the breakpoints of a prompt cache must be set in it
     */
    private record Seen(ChatMessage last, boolean marksCache) {}

    private SeenRequests() {}

    /** Makes a call with a {@code request} of this library's own that no guard looks at on its way. */
    static <T extends @Nullable Object> T send(ChatRequest request, Supplier<T> call) {
        return send(request, false, call);
    }

    /** Makes a call with {@code request}, an instance of this library's own; a guard on its way does no more than setting breakpoints, if {@code marksCache} is true. */
    static <T extends @Nullable Object> T send(ChatRequest request, boolean marksCache, Supplier<T> call) {
        Seen before = LATEST.get();
        Seen now = new Seen(last(request), marksCache);
        LATEST.set(now);
        SENT.put(request, now);
        try {
            return call.get();
        } finally {
            if (before == null) {
                LATEST.remove();
            } else {
                LATEST.set(before);
            }
        }
    }

    /** True if {@code request} is one that this thread is sending. */
    static boolean has(ChatRequest request) {
        return seen(request) != null;
    }

    /** True if {@code request} is a chat's that this thread is sending, and breakpoints must be set in it. */
    static boolean marksCache(ChatRequest request) {
        Seen seen = seen(request);
        return seen != null && seen.marksCache;
    }

    @SuppressWarnings("ReferenceEquality") // Many requests have equal messages.
    private static @Nullable Seen seen(ChatRequest request) {
        Seen sent = SENT.getIfPresent(request);
        if (sent != null) {
            return sent;
        }
        Seen seen = LATEST.get();
        return seen != null && seen.last == last(request) ? seen : null;
    }

    private static ChatMessage last(ChatRequest request) {
        List<ChatMessage> messages = request.messages();
        return messages.get(messages.size() - 1);
    }
}
