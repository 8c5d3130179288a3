package io.github.sessioncompression.store.redis;

import io.github.sessioncompression.LastingPinsContract;
import io.github.sessioncompression.store.SessionStore;
import io.lettuce.core.RedisClient;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;

/** Pins last in Redis. */
@Tag("endurance")
@Tag("landing")
class LastingPinsOnRedisTest extends LastingPinsContract {
    private final List<RedisClient> clients = new ArrayList<>();

    @Override
    protected SessionStore open() {
        RedisClient client = RedisClient.create(Redis.uri());
        clients.add(client);
        return RedisSessionStore.builder(client).keyPrefix("pins").build();
    }

    @AfterEach
    void disconnect() {
        clients.forEach(RedisClient::shutdown);
    }
}
