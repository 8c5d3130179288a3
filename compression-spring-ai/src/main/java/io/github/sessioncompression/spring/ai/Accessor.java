package io.github.sessioncompression.spring.ai;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/** Reads a public accessor by name, of types that are there in one version of Spring AI only, or belong to a provider's module. */
final class Accessor {
    private Accessor() {}

    /** The value of {@code target}'s accessor, out of its {@link Optional}; {@code null} if there is no such accessor or value. */
    static @Nullable Object read(@Nullable Object target, String name) {
        Method method = target == null ? null : ClassUtils.getMethodIfAvailable(target.getClass(), name);
        try {
            Object value = method != null && method.trySetAccessible() ? method.invoke(target) : null;
            return value instanceof Optional<?> optional ? optional.orElse(null) : value;
        } catch (IllegalAccessException | InvocationTargetException refused) {
            return null;
        }
    }

    /** The same as a number of tokens; {@code null} if there is none. */
    static @Nullable Long tokens(@Nullable Object target, String name) {
        return read(target, name) instanceof Number number ? number.longValue() : null;
    }
}
