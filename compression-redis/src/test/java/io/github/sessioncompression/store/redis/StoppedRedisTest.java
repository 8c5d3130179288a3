package io.github.sessioncompression.store.redis;

import io.github.sessioncompression.store.StoppedServer;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.embedded.RedisServer;

@Tag("endurance")
@Tag("landing")
class StoppedRedisTest {
    @Test
    void delaysAndLosesNothing(@TempDir Path folder) throws Exception {
        int port = Redis.freePort();
        RedisServer server = Redis.server()
                .port(port)
                .setting("bind 127.0.0.1")
                .setting("dir " + folder)
                .setting("appendonly yes")
                .setting("appendfsync always")
                .build();
        server.start();
        RedisClient patient = RedisClient.create(Redis.uri(port));
        RedisURI soon = RedisURI.create(Redis.uri(port));
        soon.setTimeout(Duration.ofMillis(250));
        RedisClient store = RedisClient.create(soon);
        try (RedisSessionStore waiting = RedisSessionStore.builder(patient)
                        .retryFor(Duration.ofMinutes(5))
                        .build();
                RedisSessionStore looking =
                        RedisSessionStore.builder(store).retryFor(Duration.ZERO).build()) {
            StoppedServer.chat(waiting, looking, new StoppedServer.Switch() {
                @Override
                public void stop() throws Exception {
                    server.stop();
                }

                @Override
                public void start() throws Exception {
                    server.start();
                }
            });
        } finally {
            patient.shutdown();
            store.shutdown();
            server.stop();
        }
    }
}
