package io.github.sessioncompression.run;

import io.github.sessioncompression.option.SteadyTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets one run at a time compress a conversation in this process, and others wait for its end. Kept by the conversation's id, which several
 * objects may share; holds an entry for each run under way only.
 *
 * <p><em>Algorithm</em>:
 * <ol>
 *   <li>{@link #begin} gives a turn to the first caller. A thread {@linkplain Turn#take takes} it before it works, so that of several threads
 *       with one turn only one works.
 *   <li>A turn that no thread has taken for a while, because an executor dropped it, is returned once more ({@link #overdue}).
 *   <li>One that is taken and does not end gives its place to another ({@link #instead}), each time after twice as long.
 *   <li>{@link #await} takes over a turn that no thread has taken, else waits for its end.
 * </ol>
 *
 * <p><em>Threads</em>: safe for use by many. <em>On failure</em> of a run its {@link #end} must still be called; a run that was given up or aborted learns
 * it from its turn.
 */
public final class RunningCompressions {
    /** The right to make one run, and its end. A thread that makes the run asks it whether the run was given up or aborted. */
    public static final class Turn {
        final CountDownLatch end = new CountDownLatch(1);
        /** The thread that makes the run, and since when; {@code null} until one has begun. */
        private final AtomicReference<Taken> taken = new AtomicReference<>();

        private final InstantSource clock;
        /** Number of runs in a row that hung before this one. */
        private final int hung;

        private Instant waitsSince;
        private volatile boolean givenUp;
        private volatile boolean aborted;
        /** True while its thread waits for a model: only then it is interrupted, for a database may close when one of its threads is. */
        private boolean asks;
        /** True if it may end, but not wait for a model any more. */
        private boolean ending;

        /** True once the run has ended. */
        private boolean over;

        private Turn(InstantSource clock, int hung) {
            this.clock = clock;
            this.hung = hung;
            this.waitsSince = clock.instant();
        }

        /** True if the run must be made on this thread, because no other one makes it. */
        public boolean take() {
            return taken.compareAndSet(null, new Taken(Thread.currentThread(), clock.instant()));
        }

        /**
         * True if another run has taken the place of this one because it hangs, or if it was aborted. A state that it has written may be kept unless
         * it was aborted.
         */
        public boolean isGivenUp() {
            return givenUp;
        }

        /** True if the run must have no further effect. */
        public boolean isAborted() {
            return aborted;
        }

        /** Waits for a model, on the thread of the run; an {@link #abort} during the wait interrupts it, and the interrupt does not outlast the wait. */
        public <T> T asking(Supplier<T> model) {
            synchronized (this) {
                asks = true;
                if (ending) {
                    stop();
                }
                if (aborted) {
                    Thread.currentThread().interrupt();
                }
            }
            try {
                return model.get();
            } finally {
                synchronized (this) {
                    asks = false;
                    if (aborted) {
                        Thread.interrupted();
                    }
                }
            }
        }

        /** Keeps the run from being made, or from having an effect, and ends its wait for a model; false if it is over. */
        private synchronized boolean abort() {
            if (over) {
                return false;
            }
            stop();
            if (!take() && asks) {
                Objects.requireNonNull(taken.get()).thread().interrupt();
            }
            return true;
        }

        /** Lets the run end only if it need not wait for a model. */
        private synchronized void endSoon() {
            ending = true;
            if (asks && !over) {
                stop();
                Objects.requireNonNull(taken.get()).thread().interrupt();
            }
        }

        private void stop() {
            givenUp = true;
            aborted = true;
        }

        private synchronized void over() {
            over = true;
            end.countDown();
        }

        /** True if another thread has made the run for {@code patience}, twice as long for each that hung before it. */
        private boolean hangs(Duration patience) {
            Taken by = taken.get();
            Duration longest = patience.multipliedBy(1L << Math.min(hung, MOST_DOUBLINGS));
            return by != null
                    && !by.thread().equals(Thread.currentThread())
                    && !clock.instant().isBefore(by.at().plus(longest));
        }

        /** Wraps {@code work} so that it is done only if no other thread makes the run. */
        public Runnable once(Runnable work) {
            return () -> {
                if (take()) {
                    work.run();
                }
            };
        }

        /** True if no thread has begun the run for {@code patience}, which begins again then; a clock put back begins it again, too. */
        private synchronized boolean isOverdue(Instant now, Duration patience) {
            boolean overdue = !now.isBefore(waitsSince.plus(patience));
            if (overdue || now.isBefore(waitsSince)) {
                waitsSince = now;
            }
            return overdue && taken.get() == null;
        }

        private boolean isTakenHere() {
            Taken by = taken.get();
            return by != null && by.thread().equals(Thread.currentThread());
        }
    }

    /** The thread that makes a run, and when it began. */
    private record Taken(Thread thread, Instant at) {}

    /** Begins ever fewer runs while all of a conversation hang, since each keeps its thread. */
    private static final int MOST_DOUBLINGS = 20;

    private final ConcurrentHashMap<String, Turn> running = new ConcurrentHashMap<>();
    private final InstantSource clock;

    public RunningCompressions(InstantSource clock) {
        this.clock = SteadyTime.of(clock);
    }

    /** A turn for the first taker; {@code null} if there is one already. Give it back with {@link #end}. */
    @Nullable
    public Turn begin(String conversationId) {
        Turn turn = new Turn(clock, 0);
        return running.putIfAbsent(conversationId, turn) == null ? turn : null;
    }

    /**
     * The turn of a run that was handed to an executor and that no thread has begun for {@code patience}; {@code null} if there is
     * none. The patience begins again, so that only one caller passes it on once more.
     */
    @Nullable
    public Turn overdue(String conversationId, Duration patience) {
        Turn turn = running.get(conversationId);
        return turn != null && turn.isOverdue(clock.instant(), patience) ? turn : null;
    }

    /**
     * A turn in the place of one whose run hangs: another thread has taken it and not ended it for {@code patience}, twice as long for each
     * that hung before it; {@code null} if there is none. One caller only gets it, and gives it back with {@link #end}.
     */
    @Nullable
    public Turn instead(String conversationId, Duration patience) {
        Turn hanging = running.get(conversationId);
        if (hanging == null || !hanging.hangs(patience)) {
            return null;
        }
        Turn turn = new Turn(clock, hanging.hung + 1);
        if (!running.replace(conversationId, hanging, turn)) {
            return null;
        }
        hanging.givenUp = true;
        hanging.end.countDown();
        return turn;
    }

    /** Ends a turn, and wakes those that wait for it. */
    public void end(String conversationId, Turn turn) {
        running.remove(conversationId, turn);
        turn.over();
    }

    /** From now on no run that is under way waits for a model: those that do end without effect, the others may end as they are. */
    public void endSoon() {
        running.values().forEach(Turn::endSoon);
    }

    /** Ends the run under way without effect; false if there is none. */
    public boolean abort(String conversationId) {
        Turn turn = running.get(conversationId);
        if (turn == null || !turn.abort()) {
            return false;
        }
        running.remove(conversationId, turn);
        turn.end.countDown();
        return true;
    }

    /** Forgets the run of a conversation that is gone: it blocks no other and is not begun any more. */
    public void forget(String conversationId) {
        Turn turn = running.remove(conversationId);
        if (turn != null) {
            turn.take();
            turn.end.countDown();
        }
    }

    /** True if a run is under way or waits for a thread. */
    public boolean isRunning(String conversationId) {
        return running.containsKey(conversationId);
    }

    /**
     * A turn that this thread has taken: at once if no thread makes the run that is under way yet, else once that has ended; waits at
     * most so long, and an interrupt ends the wait and stays set. A thread that makes the run itself, and was called back by it, does
     * not wait.
     *
     * @return {@code null} if another one still has it
     */
    @Nullable
    public Turn await(String conversationId, Duration atMost) {
        Turn turn = running.get(conversationId);
        if (turn != null && turn.take()) {
            return turn;
        }
        try {
            boolean free =
                    turn == null || (!turn.isTakenHere() && turn.end.await(atMost.toNanos(), TimeUnit.NANOSECONDS));
            Turn next = free ? begin(conversationId) : null;
            return next != null && next.take() ? next : null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }
}
