package io.github.sessioncompression.langchain4j;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** Calls methods by their names, of types or in versions that the oldest supported version of LangChain4j has not. */
final class ByName {
    private ByName() {}

    /** Value of a public accessor; {@code null} if there is none, or if it fails. */
    static @Nullable Object read(Object target, String accessor) {
        try {
            return target.getClass().getMethod(accessor).invoke(target);
        } catch (ReflectiveOperationException notThere) {
            return null;
        }
    }

    /** A public method of a type; {@code null} in versions without. */
    static @Nullable Method find(Class<?> type, String name, Class<?>... parameters) {
        try {
            return type.getMethod(name, parameters);
        } catch (NoSuchMethodException older) {
            return null;
        }
    }

    /**
     * What a method returns or throws.
     *
     * @throws UnsupportedOperationException if it is {@code null}
     */
    static Object call(@Nullable Method method, Object target, Object... arguments) {
        if (method == null) {
            throw new UnsupportedOperationException("this needs LangChain4j 1.20 or newer");
        }
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException thrown) {
            if (thrown.getCause() instanceof Error error) {
                throw error;
            }
            throw thrown.getCause() instanceof RuntimeException unchecked
                    ? unchecked
                    : new IllegalStateException(method + " threw what it does not declare", thrown.getCause());
        } catch (IllegalAccessException hidden) {
            throw new IllegalStateException(method + " is not accessible", hidden);
        }
    }
}
