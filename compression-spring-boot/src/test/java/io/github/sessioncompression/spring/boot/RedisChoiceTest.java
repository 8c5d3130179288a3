package io.github.sessioncompression.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.sessioncompression.settings.ChosenStore;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.redis.Redis;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Chats are kept in a Redis of the application's, over a real one. */
class RedisChoiceTest extends StoreChoiceFixture {
    @Test
    void redisIsUsedThroughAClientOfTheApplications() {
        RedisClient client = RedisClient.create(Redis.uri());
        try {
            ApplicationContextRunner withRedis = runner.withBean(RedisClient.class, () -> client, bean -> {})
                    .withPropertyValues(
                            "session-compression.store=redis", "session-compression.store-prefix=" + UUID.randomUUID());
            SessionStore[] made = new SessionStore[1];
            withRedis.run(context -> {
                chat(context, "a");
                made[0] = context.getBean(ChosenStore.class).store().orElseThrow();
                assertThat(size(context, "a")).isEqualTo(2);
            });
            assertThatThrownBy(() -> made[0].head("a")).hasMessageContaining("the store is closed");
            needing(withRedis)
                    .withPropertyValues("session-compression.store-prefix={}")
                    .run(context -> assertThat(analysis(context).getDescription())
                            .contains("session-compression.store-prefix must be 1 to 30 letters"));
        } finally {
            client.shutdown();
        }
    }

    @Test
    void redisIsUsedThroughTheConnectionsOfSpringData() {
        RedisURI uri = RedisURI.create(Redis.uri());
        String prefix = "session-compression.store-prefix=" + UUID.randomUUID();
        ApplicationContextRunner withRedis = runner.withBean(
                        LettuceConnectionFactory.class,
                        () -> new LettuceConnectionFactory(
                                new RedisStandaloneConfiguration(uri.getHost(), uri.getPort())))
                .withPropertyValues("session-compression.store=redis", prefix);
        withRedis.run(context -> chat(context, "a"));
        withRedis.run(context -> assertThat(size(context, "a")).isEqualTo(2));
    }

    @Test
    void unreachableRedisFailsStart() {
        needing(runner)
                .withBean(
                        LettuceConnectionFactory.class,
                        () -> new LettuceConnectionFactory(new RedisStandaloneConfiguration("127.0.0.1", 1)))
                .withPropertyValues("session-compression.store=redis")
                .run(context -> assertThat(analysis(context).getDescription())
                        .contains("session-compression.store=redis")
                        .contains("could not reach the server"));
    }
}
