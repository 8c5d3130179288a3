package io.github.sessioncompression.store.redis;

import io.github.sessioncompression.ErasedMeanwhileContract;
import io.github.sessioncompression.FuzzCases;
import io.github.sessioncompression.store.SessionStore;
import io.lettuce.core.RedisClient;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;

/** Erasure during another process's work, in Redis. */
@Tag("endurance")
@Tag("landing")
class ErasedMeanwhileOnRedisTest extends ErasedMeanwhileContract {
    private final RedisClient client = RedisClient.create(Redis.uri());
    private final List<RedisSessionStore> stores = new ArrayList<>();

    ErasedMeanwhileOnRedisTest() {
        super(FuzzCases.fuzzing(19, 7));
    }

    @Override
    protected SessionStore store() {
        RedisSessionStore store =
                RedisSessionStore.builder(client).keyPrefix("erased").build();
        stores.add(store);
        return store;
    }

    @Override
    protected SessionStore again(SessionStore store) {
        return store();
    }

    @AfterEach
    void disconnect() {
        stores.forEach(RedisSessionStore::close);
        client.shutdown();
    }
}
