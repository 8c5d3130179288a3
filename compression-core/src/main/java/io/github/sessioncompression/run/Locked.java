package io.github.sessioncompression.run;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Something that is reached under its lock only: there is no other way to it, so the compiler keeps the rule.
 *
 * <p><b>Two locks.</b> The first guards the value. An action may give it back with {@link #aside} while it calls a store, and others use the value
 * then. The second one keeps an order: actions {@link #inTurn} come one after the other even while one of them is aside, so appends are stored in the
 * order in which they were made. It is always taken first.
 *
 * <p>Never held over a model call, a listener or a wait. Only immutable values of what is guarded may be returned. <b>Threads:</b> safe for use by
 * many; a thread may enter again.
 */
public final class Locked<T> {
    private final ReentrantLock lock = new ReentrantLock();
    /** Held by an action that must not be overtaken while it is {@link #aside}. Never taken with the other lock held. */
    private final ReentrantLock turn = new ReentrantLock();

    private final T guarded;
    /** Times that the lock was taken; see {@link #takes()}. */
    private long takes;

    public Locked(T guarded) {
        this.guarded = guarded;
    }

    /** Does something with the lock, which is given back also if that throws. */
    public <R extends @Nullable Object> R get(Function<? super T, R> action) {
        lock.lock();
        try {
            takes++;
            return action.apply(guarded);
        } finally {
            lock.unlock();
        }
    }

    /**
     * As {@link #get}, but after all other such actions: none begins while this one is {@link #aside}. A thread that has the lock already does not
     * wait for its turn, for the one whose turn it is may wait for this lock.
     */
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

    /** As {@link #get}, for an action without a result. */
    public void run(Consumer<? super T> action) {
        get(it -> {
            action.accept(it);
            return true;
        });
    }

    /**
     * Does something without the lock, which this thread holds, and takes it again: for a call of something foreign in the middle of work. Others may
     * have changed what is guarded when it returns. A lock that is held twice stays so: the outer action does not expect it.
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

    /** Number of times that the lock was taken before: equal numbers mean that nobody has used the value in between. */
    public long takes() {
        lock.lock();
        try {
            return takes;
        } finally {
            lock.unlock();
        }
    }
}
