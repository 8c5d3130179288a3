package io.github.sessioncompression.store.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import org.junit.jupiter.api.Tag;

@Tag("landing")
@Tag("endurance")
class RedisStoreTest extends RedisStoreContract {
    private static final RedisClient CLIENT = RedisClient.create(Redis.uri());
    private static final RedisClusterCommands<String, String> SERVER =
            CLIENT.connect().sync();

    @Override
    RedisStoreBuilder builder() {
        return RedisSessionStore.builder(CLIENT);
    }

    @Override
    RedisClusterCommands<String, String> server() {
        return SERVER;
    }
}
