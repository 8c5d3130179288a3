package io.github.sessioncompression.settings;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The beans of an application, as its container has them. */
public interface Beans {
    /** The bean of that type if there is one, or one that goes before the others. */
    <T> Optional<T> unique(Class<T> type);

    /** The names of all beans of that type; for messages, and for choices by name. */
    List<String> names(Class<?> type);

    /** The bean of that name. */
    Optional<Object> named(String name);

    /** The beans of that type that are marked for compression by a qualifier, by name. */
    Map<String, Object> marked(Class<?> type);

    /**
     * The client of Lettuce that the application has, or that the framework has made for it. Asked only if Lettuce is on the class path.
     */
    Optional<Object> redisClient();

    /** True if the application can load a class of that name. */
    boolean canLoad(String className);

    /** What the framework calls things, for messages. */
    Words words();

    /**
     * Words for messages.
     *
     * @param setDataSource how a data source is set up, as the beginning of a sentence
     * @param goBefore how one bean of several goes before the others, as the beginning of a sentence
     * @param setRedis how a client of Redis is set up, as the beginning of a sentence
     * @param redisTypes the types of beans that are looked for
     */
    record Words(String setDataSource, String goBefore, String setRedis, String redisTypes) {}
}
