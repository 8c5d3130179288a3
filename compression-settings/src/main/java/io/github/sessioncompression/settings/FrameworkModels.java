package io.github.sessioncompression.settings;

import io.github.sessioncompression.model.StructuredModel;
import java.util.function.Function;

/**
 * Makes a framework's chat models compression models. There is a bean of this type for each framework.
 *
 * <p>The framework's beans stay the application's; none is ever registered here, because a second one would break the wiring of services
 * that expect the only one.
 *
 * @param type the framework's type
 * @param port makes a compression model of one
 * @param <F> the framework's type
 */
public record FrameworkModels<F>(Class<F> type, Function<F, StructuredModel> port) {
    /** The compression model made of {@code bean}, which is of {@link #type()}. */
    StructuredModel made(Object bean) {
        return port.apply(type.cast(bean));
    }
}
