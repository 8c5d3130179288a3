package io.github.sessioncompression.spring.boot;

import io.github.sessioncompression.store.redis.RedisSessionStore;
import io.github.sessioncompression.store.redis.RedisStoreBuilder;
import io.github.sessioncompression.store.redis.RedisStoreException;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.RedisClusterClient;
import java.util.Optional;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.ClassUtils;

/** Makes a store in Redis of what the application has; used only where the classes for it are there. */
final class RedisStores {
    private RedisStores() {}

    static ChosenStore make(LastingStores stores) {
        Settings settings = stores.settings();
        ConfigurableListableBeanFactory beans = stores.beans();
        AbstractRedisClient client = client(beans)
                .orElseThrow(() -> settings.refused(
                        stores.key()
                                + "=redis needs one client of Lettuce, but the application has no single bean of the type"
                                + " RedisClient, RedisClusterClient or LettuceConnectionFactory",
                        "Add spring-boot-starter-data-redis and set spring.data.redis.url, define such a bean"
                                + stores.otherwise()));
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

    private static Optional<AbstractRedisClient> client(ConfigurableListableBeanFactory beans) {
        String factory = "org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory";
        return Optional.ofNullable(
                        beans.getBeanProvider(AbstractRedisClient.class).getIfUnique())
                .or(() -> ClassUtils.isPresent(factory, beans.getBeanClassLoader())
                        ? SpringData.client(beans)
                        : Optional.empty());
    }

    /** Used only where Spring Data is there. */
    private static final class SpringData {
        static Optional<AbstractRedisClient> client(ConfigurableListableBeanFactory beans) {
            return Optional.ofNullable(beans.getBeanProvider(LettuceConnectionFactory.class)
                            .getIfUnique())
                    .map(LettuceConnectionFactory::getRequiredNativeClient);
        }
    }
}
