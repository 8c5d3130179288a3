package io.github.sessioncompression.langchain4j;

import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The requests that a guard has seen, or that this library makes itself to write states: a guard that one of them meets further on, in
 * whatever the model was wrapped, lets it pass. Known by the thread and the last message. Safe for use by many threads.
 */
final class SeenRequests {
    private static final ThreadLocal<ChatMessage> LAST = new ThreadLocal<>();

    private SeenRequests() {}

    /** Makes a call with {@code request} that no guard looks at on its way. */
    static <T extends @Nullable Object> T send(ChatRequest request, Supplier<T> call) {
        ChatMessage before = LAST.get();
        LAST.set(last(request));
        try {
            return call.get();
        } finally {
            if (before == null) {
                LAST.remove();
            } else {
                LAST.set(before);
            }
        }
    }

    /** True if {@code request} is one that this thread is sending. */
    @SuppressWarnings("ReferenceEquality") // Equal messages are said in many requests.
    static boolean has(ChatRequest request) {
        return LAST.get() == last(request);
    }

    private static ChatMessage last(ChatRequest request) {
        List<ChatMessage> messages = request.messages();
        return messages.get(messages.size() - 1);
    }
}
