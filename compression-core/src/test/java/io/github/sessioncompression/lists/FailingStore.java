package io.github.sessioncompression.lists;

import io.github.sessioncompression.store.SessionStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A store in memory that can be away, and tells what it was asked for. */
final class FailingStore {
    private final SessionStore memory = SessionStore.inMemory();
    private final AtomicInteger asked = new AtomicInteger();
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private volatile boolean away;
    private volatile Runnable whenRead = () -> {};
    final SessionStore store = (SessionStore) Proxy.newProxyInstance(
            FailingStore.class.getClassLoader(), new Class<?>[] {SessionStore.class}, (proxy, method, arguments) -> {
                asked.incrementAndGet();
                if (away) {
                    throw new IllegalStateException("no route to host, password=secret");
                }
                try {
                    Object result = method.invoke(memory, arguments);
                    calls.add(told(method.getName(), arguments, result));
                    if (method.getName().equals("head")) {
                        whenRead.run();
                    }
                    return result;
                } catch (InvocationTargetException e) {
                    throw e.getCause();
                }
            });

    /** A call by its name and how many messages went either way. */
    private static String told(String name, Object[] arguments, Object result) {
        return switch (name) {
            case "load" -> "load " + ((List<?>) result).size();
            case "append" -> "append " + ((List<?>) arguments[arguments.length - 1]).size();
            default -> name;
        };
    }

    /** What was asked for since this was called last, but for heads and keys. */
    List<String> calls() {
        List<String> since = new ArrayList<>(calls);
        calls.clear();
        since.removeIf(call -> call.equals("head") || call.equals("load 0"));
        return since;
    }

    /** Runs {@code what} once somebody has seen where a conversation stands, as if another process had been quick. */
    void onceSeen(Runnable what) {
        whenRead = () -> {
            whenRead = () -> {};
            what.run();
        };
    }

    void away(boolean now) {
        away = now;
    }

    int asked() {
        return asked.get();
    }
}
