package io.github.sessioncompression.spring.ai.provider;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Calls builders by name, because those of the providers differ between the versions of Spring AI. */
public final class Fluent {
    private final Object builder;

    private Fluent(Object builder) {
        this.builder = builder;
    }

    /** The builder that {@code type}'s static method {@code builder()} gives. */
    public static Fluent of(String type) {
        try {
            Class<?> declaring = Class.forName(type);
            return new Fluent(invoke(declaring.getMethod("builder"), null));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    /** Result of {@code type}'s static method with the given name and arguments. */
    public static Object call(String type, String name, Object... arguments) {
        try {
            for (Method method : Class.forName(type).getMethods()) {
                if (method.getName().equals(name)
                        && Modifier.isStatic(method.getModifiers())
                        && fits(method, arguments)) {
                    return invoke(method, null, arguments);
                }
            }
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
        throw new AssertionError(type + " has no " + name);
    }

    private static boolean fits(Executable called, Object... arguments) {
        Class<?>[] types = called.getParameterTypes();
        boolean fits = types.length == arguments.length;
        for (int i = 0; fits && i < types.length; i++) {
            fits = fits(types[i], arguments[i]);
        }
        return fits;
    }

    /** Sets one property. */
    public Fluent set(String property, Object value) {
        return new Fluent(call(property, value));
    }

    /** Sets the first of two properties that there is. */
    public Fluent setEither(String property, String other, Object value) {
        return set(find(property, value) != null ? property : other, value);
    }

    /** The builder. */
    public Object itself() {
        return builder;
    }

    /** A new object of a type, from the first constructor that takes these arguments. */
    public static Object made(String type, Object... arguments) {
        try {
            for (Constructor<?> constructor : Class.forName(type).getConstructors()) {
                if (fits(constructor, arguments)) {
                    return constructor.newInstance(arguments);
                }
            }
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
        throw new AssertionError(type + " cannot be made of that");
    }

    /** Result of the builder. */
    public Object build() {
        try {
            return invoke(builder.getClass().getMethod("build"), builder);
        } catch (NoSuchMethodException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    private Object call(String name, Object value) {
        Method method = find(name, value);
        if (method == null) {
            throw new AssertionError(builder.getClass() + " has no " + name + " for " + value.getClass());
        }
        return invoke(method, builder, value);
    }

    private @Nullable Method find(String name, Object value) {
        for (Method method : builder.getClass().getMethods()) {
            if (method.getName().equals(name) && fits(method, value)) {
                return method;
            }
        }
        return null;
    }

    private static boolean fits(Class<?> type, Object value) {
        return type.isInstance(value)
                || (type == int.class && value instanceof Integer)
                || (type == long.class && value instanceof Long)
                || (type == boolean.class && value instanceof Boolean);
    }

    private static Object invoke(Method method, @Nullable Object target, Object... arguments) {
        try {
            method.setAccessible(true);
            return Objects.requireNonNull(method.invoke(target, arguments));
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }
}
