package io.github.sessioncompression.settings;

import io.github.sessioncompression.settings.Beans.Words;
import io.github.sessioncompression.store.redis.RedisSessionStore;
import io.github.sessioncompression.store.redis.RedisStoreBuilder;
import io.github.sessioncompression.store.redis.RedisStoreException;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.RedisClusterClient;
import java.util.Optional;

/**
 * Makes a store in Redis of what the application has.
 *
 * <p>A class of its own, so that Lettuce is loaded only if it is used: {@link LastingStores#redis} has checked that it is there.
 */
final class RedisStores {
    private RedisStores() {}

    /** The store, which is closed when the application ends. */
    static ChosenStore make(LastingStores stores) {
        Settings settings = stores.settings();
        Words words = stores.beans().words();
        AbstractRedisClient client = stores.beans()
                .redisClient()
                .map(AbstractRedisClient.class::cast)
                .orElseThrow(() -> settings.refused(
                        stores.key()
                                + "=redis needs one client of Lettuce, but the application has no single bean of the type "
                                + words.redisTypes(),
                        words.setRedis() + stores.otherwise()));
        RedisStoreBuilder builder = stores.withCommon(
                client instanceof RedisClusterClient cluster
                        ? RedisSessionStore.builder(cluster)
                        : RedisSessionStore.builder((RedisClient) client));
        stores.withPrefix(builder::keyPrefix);
        try {
            RedisSessionStore store = builder.build();
            return new ChosenStore(Optional.of(store), "Redis", store::close);
        } catch (RedisStoreException e) {
            throw settings.refused(stores.key() + "=redis: " + e.getMessage(), "Put that right" + stores.otherwise());
        }
    }
}
