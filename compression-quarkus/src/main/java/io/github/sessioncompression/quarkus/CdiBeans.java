package io.github.sessioncompression.quarkus;

import io.github.sessioncompression.settings.Beans;
import io.github.sessioncompression.settings.CompressionModelChoice;
import io.lettuce.core.AbstractRedisClient;
import io.quarkiverse.langchain4j.ModelName;
import io.quarkus.arc.Arc;
import io.quarkus.arc.ArcContainer;
import io.quarkus.arc.InjectableBean;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Default;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The beans of a Quarkus application, without those of this library: a model found here has no guard. */
record CdiBeans(ArcContainer container) implements Beans {
    private static final String OURS = "io.github.sessioncompression.quarkus.";
    private static final Words WORDS = new Words(
            "Add a JDBC driver's extension and set quarkus.datasource.jdbc.url",
            "Give one @Alternative and @Priority",
            "Define such a bean, because Quarkus's own Redis client is not one of Lettuce",
            "RedisClient or RedisClusterClient");

    CdiBeans() {
        this(Arc.container());
    }

    @Override
    public <T> Optional<T> unique(Class<T> type) {
        List<InjectableBean<?>> found = all(type)
                .filter(bean -> bean.getQualifiers().contains(Default.Literal.INSTANCE))
                .toList();
        List<InjectableBean<?>> own =
                found.stream().filter(bean -> !bean.isDefaultBean()).toList();
        List<InjectableBean<?>> chosen = own.isEmpty() ? found : own;
        if (chosen.size() > 1) {
            List<InjectableBean<?>> first = highest(chosen);
            chosen = first.size() == 1 ? first : List.of();
        }
        return chosen.stream()
                .findFirst()
                .map(bean -> type.cast(container.instance(bean).get()));
    }

    /** The alternatives of the highest priority, as the container chooses among several. */
    private static List<InjectableBean<?>> highest(List<InjectableBean<?>> beans) {
        int most = beans.stream().mapToInt(CdiBeans::priority).max().orElse(Integer.MIN_VALUE);
        return beans.stream().filter(bean -> priority(bean) == most).toList();
    }

    private static int priority(InjectableBean<?> bean) {
        @Nullable Integer priority = bean.getPriority();
        return priority == null ? Integer.MIN_VALUE : priority;
    }

    /** True if there is a bean of that type that the application, and no extension, has made. */
    boolean hasOwn(Class<?> type) {
        return all(type).anyMatch(bean -> !bean.isDefaultBean());
    }

    private Stream<InjectableBean<?>> all(Class<?> type) {
        return container.beanManager().getBeans(type, Any.Literal.INSTANCE).stream()
                .<InjectableBean<?>>map(InjectableBean.class::cast)
                .filter(bean -> !bean.getBeanClass().getName().startsWith(OURS) && bean.isActive());
    }

    @Override
    public List<String> names(Class<?> type) {
        return all(type).map(CdiBeans::name).sorted().toList();
    }

    /** Name of a bean: its own, or that of a model; of one without a name, for messages, its type. */
    private static String name(InjectableBean<?> bean) {
        if (bean.getName() != null) {
            return bean.getName();
        }
        return modelName(bean)
                .orElseGet(() ->
                        bean.isDefaultBean() ? "<default>" : bean.getBeanClass().getSimpleName() + " without a name");
    }

    private static Optional<String> modelName(InjectableBean<?> bean) {
        return bean.getQualifiers().stream()
                .filter(ModelName.class::isInstance)
                .map(qualifier -> ((ModelName) qualifier).value())
                .findFirst();
    }

    @Override
    public Optional<Object> named(String name) {
        InjectableBean<?> named = container.namedBean(name);
        if (named != null) {
            return Optional.of(container.instance(named).get());
        }
        return all(dev.langchain4j.model.chat.ChatModel.class)
                .filter(bean -> modelName(bean).filter(name::equals).isPresent())
                .findFirst()
                .map(bean -> container.instance(bean).get());
    }

    @Override
    public Map<String, Object> marked(Class<?> type) {
        return named(CompressionModelChoice.QUALIFIER)
                .filter(type::isInstance)
                .map(bean -> Map.of(CompressionModelChoice.QUALIFIER, bean))
                .orElse(Map.of());
    }

    /** Every bean of that type. */
    <T> List<T> each(Class<T> type) {
        List<T> found = new ArrayList<>();
        all(type).forEach(bean -> found.add(type.cast(container.instance(bean).get())));
        return found;
    }

    @Override
    public Optional<Object> redisClient() {
        return Clients.find(this);
    }

    @Override
    public boolean canLoad(String className) {
        try {
            Class.forName(className, false, Thread.currentThread().getContextClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    @Override
    public Words words() {
        return WORDS;
    }

    /** Used only where Lettuce is there. */
    private static final class Clients {
        static Optional<Object> find(CdiBeans beans) {
            return beans.unique(AbstractRedisClient.class).map(Object.class::cast);
        }
    }
}
