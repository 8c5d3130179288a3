package io.github.sessioncompression.message;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What is read of messages, so that each is read once. A value is kept while its message, the instance, lives, and of all of them those of the
 * latest {@value #MOST_CHARACTERS} characters, some 25 MB. Safe for use by many threads; two that read one message at once read it twice.
 *
 * @param <V> made of the message alone; must not refer to it
 */
public final class ReadOnce<V> {
    static final int MOST_CHARACTERS = 1_000_000;
    /** Characters that a message counts beside its own. */
    private static final int FRAME = 64;

    private final Cache<Message, V> values = Caffeine.newBuilder()
            .weakKeys()
            .maximumWeight(MOST_CHARACTERS)
            .weigher((Message message, V value) -> weight(message))
            .executor(Runnable::run)
            .build();

    private static int weight(Message message) {
        long characters = FRAME + (long) message.text().length();
        for (ToolCall call : message.toolCalls()) {
            characters += call.arguments().length();
        }
        return (int) Math.min(Integer.MAX_VALUE, characters);
    }

    /** What was read of the message; {@code null} if it was not read, or was dropped. */
    public @Nullable V of(Message message) {
        return values.getIfPresent(message);
    }

    /** What was read of the message; read by {@code read} if it was not. */
    public V of(Message message, Function<Message, V> read) {
        V value = values.getIfPresent(message);
        if (value == null) {
            value = Objects.requireNonNull(read.apply(message), "read");
            values.put(message, value);
        }
        return value;
    }

    /** Keeps what was read of the message. */
    public void keep(Message message, V value) {
        values.put(message, value);
    }
}
