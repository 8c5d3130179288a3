package io.github.sessioncompression.applications.quarkus;

import io.github.sessioncompression.store.SessionStore;
import io.quarkus.runtime.BlockingOperationControl;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The application's own store, which notes who calls it where blocking is forbidden. */
@Singleton
public class WatchedStore {
    private final Queue<String> calls = new ConcurrentLinkedQueue<>();
    private final Queue<String> forbidden = new ConcurrentLinkedQueue<>();

    @Produces
    @Singleton
    SessionStore store() {
        SessionStore store = SessionStore.inMemory();
        return (SessionStore) Proxy.newProxyInstance(
                SessionStore.class.getClassLoader(), new Class<?>[] {SessionStore.class}, (self, method, arguments) -> {
                    calls.add(method.getName());
                    if (!BlockingOperationControl.isBlockingAllowed()) {
                        forbidden.add(method.getName() + " on " + Thread.currentThread().getName());
                    }
                    try {
                        return method.invoke(store, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    Queue<String> calls() {
        return calls;
    }

    Queue<String> forbidden() {
        return forbidden;
    }
}
