package io.github.sessioncompression.store.redis;

import io.github.sessioncompression.store.ChattingProcess;
import io.lettuce.core.RedisClient;
import java.time.Duration;
import java.util.Arrays;

/** A process of its own that chats over Redis. */
public final class RedisChattingProcess {
    private RedisChattingProcess() {}

    /**
     * Chats.
     *
     * @param arguments where the server is, then what {@link ChattingProcess#chat} is told
     */
    public static void main(String[] arguments) throws Exception {
        RedisClient client = RedisClient.create(arguments[0]);
        try (RedisSessionStore store = store(client)) {
            ChattingProcess.chat(store, Arrays.copyOfRange(arguments, 1, arguments.length));
        } finally {
            client.shutdown();
        }
    }

    static RedisSessionStore store(RedisClient client) {
        return RedisSessionStore.builder(client)
                .keyPrefix("chatting")
                .retryFor(Duration.ofMinutes(5))
                .build();
    }
}
