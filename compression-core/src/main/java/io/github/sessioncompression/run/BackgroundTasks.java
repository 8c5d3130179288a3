package io.github.sessioncompression.run;

import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tasks that one compressor runs on threads of others, which end with it.
 *
 * <p><b>Algorithm.</b>
 * <ol>
 *   <li>A task is passed to the threads, and is known here until it has ended. It is referenced weakly: if an executor drops it, it disappears.
 *   <li>{@link #finish} takes no more tasks and lets those that run end, for up to two seconds.
 *   <li>{@link #close} cancels what waits and interrupts what runs, and waits a moment for its end, so that leases are given back.
 * </ol>
 *
 * <p><b>Does nothing</b> with a task once it is closing: that is refused. <b>Threads:</b> safe for use by many. <b>On failure</b> of the threads to
 * take a task their {@link RejectedExecutionException} is thrown, or one with what they threw as its cause.
 */
public final class BackgroundTasks implements Executor, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("io.github.sessioncompression.Conversation");

    /** Maximum wait for tasks that may still end by themselves. */
    private static final Duration FINISH_WAIT = Duration.ofSeconds(2);
    /** Maximum wait for interrupted tasks, which a hanging store may hold. */
    private static final Duration CLOSE_WAIT = Duration.ofSeconds(1);

    private final Executor threads;
    /** Weakly referenced: a task that an executor has dropped disappears, and with it the chat that it is about. */
    private final Set<FutureTask<?>> running = Collections.newSetFromMap(Caffeine.newBuilder()
            .weakKeys()
            .executor(Runnable::run)
            .<FutureTask<?>, Boolean>build()
            .asMap());

    /** Ends of the tasks that a thread has begun. */
    private final Map<CountDownLatch, Thread> begun = new ConcurrentHashMap<>();

    private volatile boolean closing;
    private volatile boolean closed;
    private final AtomicBoolean refusing = new AtomicBoolean();

    public BackgroundTasks(Executor threads) {
        this.threads = threads;
    }

    /**
     * Runs {@code work} on one of the threads.
     *
     * @throws RejectedExecutionException if no thread takes it, or after {@link #finish} or {@link #close}
     */
    @Override
    public void execute(Runnable work) {
        execute(work, () -> {});
    }

    /**
     * Runs {@code work} on one of the threads; {@code dropped} instead if this is closed before a thread begins it.
     *
     * @throws RejectedExecutionException if no thread takes it, or after {@link #finish} or {@link #close}
     */
    public void execute(Runnable work, Runnable dropped) {
        FutureTask<Boolean> task = new FutureTask<>(() -> begin(work), true) {
            @Override
            protected void done() {
                running.remove(this);
                if (isCancelled()) {
                    dropped.run();
                }
            }
        };
        running.add(task);
        try {
            if (closing) {
                throw new RejectedExecutionException("the compressor is closed");
            }
            threads.execute(task);
            refusing.set(false);
        } catch (RejectedExecutionException e) {
            running.remove(task);
            throw e;
        } catch (RuntimeException | Error e) { // such as that of a process that can have no more threads
            running.remove(task);
            throw new RejectedExecutionException(e);
        }
    }

    /** Runs {@code work} if a thread takes it; logs at DEBUG if none does. */
    public void tryExecute(Runnable work) {
        try {
            execute(work);
        } catch (RejectedExecutionException refused) {
            LOG.debug("A task for an idle conversation found no thread.");
        }
    }

    /** The result of {@code work}, run on one of the threads unless it is cancelled before; cancelled by {@link #close}. */
    public <T> CompletableFuture<T> supply(Supplier<T> work) {
        CompletableFuture<T> result = new CompletableFuture<>();
        execute(() -> result.completeAsync(work, Runnable::run), () -> result.cancel(false));
        return result;
    }

    /** Does the work of a task on the thread that has taken it, and notes its end. */
    private void begin(Runnable work) {
        CountDownLatch end = new CountDownLatch(1);
        begun.put(end, Thread.currentThread());
        try {
            work.run();
        } finally {
            begun.remove(end);
            end.countDown();
        }
    }

    /** True if this is the first refusal that somebody reports since a thread took a task: a WARN each would never end. */
    public boolean isToBeTold() {
        return refusing.compareAndSet(false, true);
    }

    /** True if no more tasks are taken. */
    public boolean isClosing() {
        return closing;
    }

    /** True if nothing that runs may have an effect any more. */
    public boolean isClosed() {
        return closed;
    }

    /** Takes no more tasks, and waits up to two seconds for those that run, so that what is nearly done is not lost. */
    public void finish() {
        closing = true;
        awaitBegun(FINISH_WAIT);
    }

    /** Interrupts what is running, drops what is waiting, takes no more, and waits a moment until leases are given back. */
    @Override
    public void close() {
        closing = true;
        closed = true;
        running.forEach(task -> task.cancel(true));
        awaitBegun(CLOSE_WAIT);
    }

    /** Waits for the tasks that a thread has begun, all together at most so long. */
    private void awaitBegun(Duration longest) {
        long deadline = System.nanoTime() + longest.toNanos();
        begun.forEach((end, thread) -> await(end, thread, deadline));
    }

    /** Runs last work on a thread of its own, for a store may hang; waits a moment for its end. */
    public static void briefly(Runnable work) {
        Thread thread = new Thread(work, "session-compression-end");
        thread.setDaemon(true);
        thread.start();
        try {
            thread.join(CLOSE_WAIT.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for one task until a deadline, in the time of {@link System#nanoTime}; an interrupt ends the wait and stays set. */
    private static void await(CountDownLatch end, Thread thread, long deadline) {
        if (thread == Thread.currentThread()) {
            return; // closed by a listener, for example
        }
        try {
            if (!end.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                LOG.debug("A compression is still running after its compressor was closed.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * The threads that all compressors of a process share, so that an application with a compressor for each user has no threads for
     * each user. They are daemons, and end when there is nothing to do for a while.
     */
    public static final class DaemonThreads {
        /** Threads for the compressions of a process; further ones wait. */
        public static final int COMPRESSIONS = 16;

        /** Maximum tasks that wait for a thread; one more is refused. */
        private static final int QUEUE = 1_000;

        private static final int IDLE_SECONDS = 30;
        public static final Executor FOR_COMPRESSIONS = pool(COMPRESSIONS, "session-compression-");
        /** Never more calls than there are compressions under way, and those of meaning stores, which are bounded, too. */
        public static final Executor FOR_MODEL_CALLS = pool(0, "session-compression-model-");

        private DaemonThreads() {}

        /**
         * A pool of daemons.
         *
         * @param most maximum number of threads, with a queue behind them; 0 for as many as there are tasks, without a queue
         */
        private static ThreadPoolExecutor pool(int most, String namePrefix) {
            AtomicInteger count = new AtomicInteger();
            ThreadPoolExecutor threads = new ThreadPoolExecutor(
                    most,
                    most == 0 ? Integer.MAX_VALUE : most,
                    IDLE_SECONDS,
                    TimeUnit.SECONDS,
                    most == 0 ? new SynchronousQueue<>() : new LinkedBlockingQueue<>(QUEUE),
                    task -> {
                        Thread thread = new Thread(task, namePrefix + count.incrementAndGet());
                        thread.setDaemon(true);
                        return thread;
                    });
            threads.allowCoreThreadTimeOut(true);
            return threads;
        }
    }

    /**
     * Reports conversations to which nothing was added for a time.
     *
     * <p><b>Algorithm.</b>
     * <ol>
     *   <li>The first message of a conversation sets one alarm; later ones only move the time at which it is due.
     *   <li>When the alarm rings early, it is set again for the time that is left; else the conversation is reported once and forgotten.
     * </ol>
     *
     * <p>At most {@value #MAX_WATCHED} conversations are watched at a time; others are not reported. <b>Threads:</b> safe for use by many; the
     * alarm's thread must only pass tasks on.
     */
    public static final class RestTimer implements AutoCloseable {
        private static final int MAX_WATCHED = 100_000;

        /** The last message of a conversation, and when it has rested, in nanoseconds. */
        private record Rest(long last, long due) {}

        private final Map<String, Rest> resting = new ConcurrentHashMap<>();
        private final ObjLongConsumer<Runnable> alarm;
        private final LongSupplier nanos;
        private volatile ObjLongConsumer<String> rested;

        /**
         * A timer.
         *
         * @param alarm runs a task after a time, in nanoseconds
         * @param rested gets the conversation's id, and its last message when it began to rest
         */
        public RestTimer(ObjLongConsumer<Runnable> alarm, LongSupplier nanos, ObjLongConsumer<String> rested) {
            this.alarm = alarm;
            this.nanos = nanos;
            this.rested = rested;
        }

        /** Begins to wait, or again, whether a conversation rests behind the message {@code last}. */
        public void watch(String id, long last, Duration rest) {
            boolean known = resting.containsKey(id);
            if (!known && resting.size() >= MAX_WATCHED) {
                return;
            }
            if (resting.put(id, new Rest(last, nanos.getAsLong() + rest.toNanos())) == null) {
                alarm.accept(() -> look(id), rest.toNanos());
            }
        }

        /** Reports the conversation if it has rested, or waits for what is left. */
        private void look(String id) {
            Rest rest = resting.get(id);
            long left = rest == null ? 0 : rest.due() - nanos.getAsLong();
            if (left > 0) {
                alarm.accept(() -> look(id), left);
            } else if (rest != null && resting.remove(id, rest)) {
                rested.accept(id, rest.last());
            } else if (rest != null) {
                look(id);
            }
        }

        @Override
        public void close() {
            rested = (id, last) -> {};
            resting.clear();
        }
    }
}
