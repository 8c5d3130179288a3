package io.github.sessioncompression.run;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Something that is reached under its lock only: there is no other way to it, so the compiler keeps the rule.
 *
 * <p>Never held over a model call, a listener or a wait. Nothing of what is guarded may be returned but immutable values.
 */
public final class Locked<T> {
    private final ReentrantLock lock = new ReentrantLock();
    /** Held by an action that must not be overtaken while it is {@link #aside}. Never taken with the other lock held. */
    private final ReentrantLock turn = new ReentrantLock();

    private final T guarded;
    private long takes;

    public Locked(T guarded) {
        this.guarded = guarded;
    }

    public <R extends @Nullable Object> R get(Function<? super T, R> action) {
        lock.lock();
        try {
            takes++;
            return action.apply(guarded);
        } finally {
            lock.unlock();
        }
    }

    /** As {@link #get}, but after all other such actions: none begins while this one is {@link #aside}. */
    public <R extends @Nullable Object> R inTurn(Function<? super T, R> action) {
        if (lock.isHeldByCurrentThread()) {
            return get(action);
        }
        turn.lock();
        try {
            return get(action);
        } finally {
            turn.unlock();
        }
    }

    public void run(Consumer<? super T> action) {
        get(it -> {
            action.accept(it);
            return true;
        });
    }

    /**
     * Does something without the lock, which this thread holds, and takes it again: for a call of something foreign in the middle of
     * work. Others may have changed what is guarded when it returns. A lock that is held twice stays so.
     */
    public <R extends @Nullable Object> R aside(Supplier<R> call) {
        if (lock.getHoldCount() != 1) {
            return call.get();
        }
        lock.unlock();
        try {
            return call.get();
        } finally {
            lock.lock();
        }
    }

    /** Number of times that the lock was taken before. */
    public long takes() {
        lock.lock();
        try {
            return takes;
        } finally {
            lock.unlock();
        }
    }
}
