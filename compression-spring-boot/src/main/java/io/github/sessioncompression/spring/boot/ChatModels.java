package io.github.sessioncompression.spring.boot;

import io.github.sessioncompression.model.StructuredModel;
import java.util.function.Function;

/**
 * Makes a framework's chat models compression models: a bean of this type for each framework there is.
 *
 * <p>The chat models themselves stay the application's beans; none is ever registered here, because a second one would
 * break the wiring of services that expect the only one.
 *
 * @param type the framework's type of chat models
 * @param port makes a compression model of one
 * @param <M> the same type
 */
public record ChatModels<M>(Class<M> type, Function<M, StructuredModel> port) {
    /** The compression model made of {@code bean}, which is of {@link #type()}. */
    StructuredModel structured(Object bean) {
        return port.apply(type.cast(bean));
    }
}
