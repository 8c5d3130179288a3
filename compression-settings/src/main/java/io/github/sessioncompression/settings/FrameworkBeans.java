package io.github.sessioncompression.settings;

import java.util.function.Function;

/**
 * Makes a framework's beans parts of the core: its chat models compression models, its embedding stores meaning stores. There is a bean
 * of this type for each.
 *
 * <p>The framework's beans stay the application's; none is ever registered here, because a second one would break the wiring of services
 * that expect the only one.
 *
 * @param type the framework's type
 * @param port makes a part of the core of one
 * @param <F> the same type
 * @param <P> the part
 */
public record FrameworkBeans<F, P>(Class<F> type, Function<F, P> port) {
    /** The part made of {@code bean}, which is of {@link #type()}. */
    P made(Object bean) {
        return port.apply(type.cast(bean));
    }
}
