package io.github.sessioncompression;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The lock of one conversation. Never held over a model call, a listener or a wait. */
final class Guard {
    private final ReentrantLock lock = new ReentrantLock();

    <T extends @Nullable Object> T get(Supplier<T> action) {
        lock.lock();
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }

    void run(Runnable action) {
        lock.lock();
        try {
            action.run();
        } finally {
            lock.unlock();
        }
    }
}
