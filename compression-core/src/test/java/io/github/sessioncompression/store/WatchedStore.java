package io.github.sessioncompression.store;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A store between which and its users somebody stands who sees each call, and may do something about it. */
public final class WatchedStore {
    private WatchedStore() {}

    /** Interceptor of store calls, in the caller's thread. */
    @FunctionalInterface
    public interface Watcher {
        /** Result for the caller, usually that of {@link Call#proceed}. */
        @Nullable
        Object pass(Call call) throws Throwable;
    }

    /** A call of one of the store's methods. */
    public static final class Call {
        private final SessionStore store;
        private final Method method;
        private final Object[] arguments;

        private Call(SessionStore store, Method method, Object @Nullable [] arguments) {
            this.store = store;
            this.method = method;
            this.arguments = arguments == null ? new Object[0] : arguments;
        }

        /** The method's name. */
        public String name() {
            return method.getName();
        }

        /** The messages or entries that it adds: the last argument. */
        public List<?> added() {
            return (List<?>) arguments[arguments.length - 1];
        }

        /** The conversation that the call is about: the first argument. */
        public String conversationId() {
            return (String) arguments[0];
        }

        /** True if the call is about this conversation. */
        public boolean isOf(String conversationId) {
            return arguments.length > 0 && conversationId.equals(arguments[0]);
        }

        /** Asks the store, whose exception comes out as it is. */
        public @Nullable Object proceed() throws Throwable {
            try {
                return method.invoke(store, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }
    }

    /** {@code store} with {@code watcher} before it, who sees each step of a session's switch. */
    public static SessionStore of(SessionStore store, Watcher watcher) {
        return (SessionStore) Proxy.newProxyInstance(
                WatchedStore.class.getClassLoader(),
                new Class<?>[] {SessionStore.class},
                (proxy, method, arguments) -> method.getName().equals("switchSession")
                        ? InvocationHandler.invokeDefault(proxy, method, arguments)
                        : watcher.pass(new Call(store, method, arguments)));
    }
}
