package io.github.sessioncompression.lists;

import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.WatchedStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A store in memory that can be away, and tells what it was asked for. */
final class FailingStore {
    private final SessionStore memory = SessionStore.inMemory();
    private final AtomicInteger asked = new AtomicInteger();
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private volatile boolean away;
    private volatile Runnable whenRead = () -> {};
    final SessionStore store = WatchedStore.of(memory, call -> {
        asked.incrementAndGet();
        if (away) {
            throw new IllegalStateException("no route to host, password=secret");
        }
        Object result = call.proceed();
        calls.add(told(call, result));
        if (call.name().equals("head")) {
            whenRead.run();
        }
        return result;
    });

    /** A call by its name and how many messages went either way. */
    private static String told(WatchedStore.Call call, @Nullable Object result) {
        return switch (call.name()) {
            case "load" -> "load " + ((List<?>) Objects.requireNonNull(result)).size();
            case "append" -> "append " + call.added().size();
            default -> call.name();
        };
    }

    /** Calls since the last invocation, except heads and keys. */
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
