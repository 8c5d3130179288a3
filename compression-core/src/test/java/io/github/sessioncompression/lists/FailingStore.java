package io.github.sessioncompression.lists;

import io.github.sessioncompression.store.SessionStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;

/** A store in memory that can be away, and counts how often it was asked. */
final class FailingStore {
    private final SessionStore memory = SessionStore.inMemory();
    private final AtomicInteger asked = new AtomicInteger();
    private volatile boolean away;
    final SessionStore store = (SessionStore) Proxy.newProxyInstance(
            FailingStore.class.getClassLoader(), new Class<?>[] {SessionStore.class}, (proxy, method, arguments) -> {
                asked.incrementAndGet();
                if (away) {
                    throw new IllegalStateException("no route to host, password=secret");
                }
                try {
                    return method.invoke(memory, arguments);
                } catch (InvocationTargetException e) {
                    throw e.getCause();
                }
            });

    void away(boolean now) {
        away = now;
    }

    int asked() {
        return asked.get();
    }
}
