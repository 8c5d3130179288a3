package io.github.sessioncompression.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.Conversation;
import io.github.sessioncompression.SessionCompressor;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A server whose memory is full, and which evicts nothing. */
class FullRedisTest {
    private static final String CHAT = "chat";
    private static final String SECRET = "My card ends in 4711.";

    private final RedisClient client = RedisClient.create(Redis.uri(Redis.start("save \"\"")));
    private final StatefulRedisConnection<String, String> connection = client.connect();

    @AfterEach
    void close() {
        connection.close();
        client.shutdown();
    }

    private SessionCompressor compressor(RedisSessionStore store) {
        return SessionCompressor.builder()
                .policy(CompressionPolicy.forWindow(2_000))
                .store(store)
                .executor(Runnable::run)
                .build();
    }

    private void fill(String maxMemory) {
        connection.sync().configSet("maxmemory-policy", "noeviction");
        connection.sync().configSet("maxmemory", maxMemory);
    }

    @Test
    void erasesAndDeletesWhileNothingCanBeAdded() {
        try (RedisSessionStore before = RedisSessionStore.builder(client)
                .retryFor(java.time.Duration.ZERO)
                .build()) {
            Conversation chat = compressor(before).conversation(CHAT);
            chat.append(Message.user(SECRET), Message.assistant("Noted."));
            for (int i = 0; i < 40; i++) {
                chat.append(
                        Message.user("Order " + i + " is for the greenhouse. ".repeat(8)), Message.assistant("Noted."));
            }
            assertThat(chat.record()).isPresent();
        }
        fill("1");
        try (RedisSessionStore store = RedisSessionStore.builder(client)
                .retryFor(java.time.Duration.ZERO)
                .build()) {
            Conversation chat = compressor(store).conversation(CHAT);
            assertThatThrownBy(() -> chat.append(Message.user("One more."))).isInstanceOf(RedisStoreException.class);

            assertThat(chat.erase(1)).isTrue();

            assertThat(store.load(CHAT, 0, 1)).extracting("sequence").containsExactly(2L);
            assertThat(String.valueOf(chat.record())).doesNotContain("4711");
            assertThat(store.delete(CHAT)).isTrue();
            assertThat(store.head(CHAT)).isEmpty();
        }
    }
}
