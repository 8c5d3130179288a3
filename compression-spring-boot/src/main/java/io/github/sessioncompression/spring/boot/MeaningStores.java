package io.github.sessioncompression.spring.boot;

import io.github.sessioncompression.recall.MeaningStore;
import java.util.function.Function;

/**
 * Makes a framework's embedding stores meaning stores: a bean of this type for each framework that has them.
 *
 * @param type the framework's type of embedding stores
 * @param port makes a meaning store of one
 * @param <S> the same type
 */
public record MeaningStores<S>(Class<S> type, Function<S, MeaningStore> port) {
    /** The meaning store made of {@code bean}, which is of {@link #type()}. */
    MeaningStore meaning(Object bean) {
        return port.apply(type.cast(bean));
    }
}
