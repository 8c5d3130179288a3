package io.github.sessioncompression.spring.boot;

import io.github.sessioncompression.settings.Beans;
import io.github.sessioncompression.settings.CompressionModelChoice;
import io.lettuce.core.AbstractRedisClient;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.util.ClassUtils;

/** The beans of a Spring application. */
record SpringBeans(ConfigurableListableBeanFactory factory) implements Beans {
    private static final String CONNECTIONS =
            "org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory";
    private static final Words WORDS = new Words(
            "Set spring.datasource.url",
            "Mark one as @Primary",
            "Add spring-boot-starter-data-redis and set spring.data.redis.url, define such a bean",
            "RedisClient, RedisClusterClient or LettuceConnectionFactory");

    @Override
    public <T> Optional<T> unique(Class<T> type) {
        return Optional.ofNullable(factory.getBeanProvider(type).getIfUnique());
    }

    @Override
    public List<String> names(Class<?> type) {
        return List.of(BeanFactoryUtils.beanNamesForTypeIncludingAncestors(factory, type));
    }

    @Override
    public Optional<Object> named(String name) {
        return factory.containsBean(name) ? Optional.of(factory.getBean(name)) : Optional.empty();
    }

    @Override
    public Map<String, Object> marked(Class<?> type) {
        Map<String, Object> marked = new TreeMap<>();
        for (String name : names(type)) {
            if (BeanFactoryAnnotationUtils.isQualifierMatch(CompressionModelChoice.QUALIFIER::equals, name, factory)) {
                marked.put(name, factory.getBean(name));
            }
        }
        return marked;
    }

    @Override
    public Optional<Object> redisClient() {
        return Clients.find(this);
    }

    @Override
    public boolean canLoad(String className) {
        return ClassUtils.isPresent(className, factory.getBeanClassLoader());
    }

    @Override
    public Words words() {
        return WORDS;
    }

    /** Used only where Lettuce is there. */
    private static final class Clients {
        static Optional<Object> find(SpringBeans beans) {
            return beans.unique(AbstractRedisClient.class)
                    .map(Object.class::cast)
                    .or(() -> beans.canLoad(CONNECTIONS) ? SpringData.client(beans) : Optional.empty());
        }
    }

    /** Used only where Spring Data is there. */
    private static final class SpringData {
        static Optional<Object> client(SpringBeans beans) {
            return beans.unique(LettuceConnectionFactory.class).map(LettuceConnectionFactory::getRequiredNativeClient);
        }
    }
}
