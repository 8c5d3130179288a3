package io.github.sessioncompression.store.redis;

import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import org.junit.jupiter.api.Tag;

/** A cluster refuses a script whose keys it would keep in different places. */
@Tag("endurance")
@Tag("landing")
class RedisClusterStoreTest extends RedisStoreContract {
    private static final RedisClusterClient CLIENT = RedisClusterClient.create(Redis.clusterUri());
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
