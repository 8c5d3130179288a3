package io.github.sessioncompression;

import io.github.sessioncompression.context.Chat;
import io.github.sessioncompression.event.Reason;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.run.Guarded;
import io.github.sessioncompression.run.RunningCompressions;
import io.github.sessioncompression.store.SessionStore.Lease;
import io.github.sessioncompression.transcript.AskedStore;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Gives runs that may write a state their turn: one at a time, on a thread of the executor or on the one that asks.
 *
 * <p>A run that no thread begins is given to the executor once more. What a thread has begun and does not end, because a store or a listener
 * hangs, is given up, and another run takes its place; it pays for nothing any more when it comes back, and a result that it has paid
 * for already is refused by its lease's number if the other has one. Either case is reported. Safe for use by many threads.
 */
record BackgroundRuns(
        String id, CompressionPolicy policy, CompressorParts shared, Guarded<Chat> chats, Reporter reporter) {
    private static final WrittenState.Failure NO_THREAD = new WrittenState.Failure(
            "NO_THREAD", "the executor takes no task; said once for all conversations until it takes one");
    private static final WrittenState.Failure NOT_BEGUN =
            new WrittenState.Failure("NOT_BEGUN", "no thread has begun it within the model's deadline");
    private static final WrittenState.Failure NOT_ENDED = new WrittenState.Failure(
            "NOT_ENDED", "it hangs in a call of the store or a listener; another one takes its place");
    private static final Duration LEASE_MARGIN = Duration.ofSeconds(30);

    /** The longest time that a run keeps out others, of this process and of other processes. */
    static Duration longest(CompressionPolicy policy) {
        return policy.model().deadline().plus(LEASE_MARGIN);
    }

    void later(Reason reason, Consumer<RunningCompressions.Turn> run) {
        if (shared.background().isClosing()) {
            return;
        }
        RunningCompressions.Turn begun = shared.running().begin(id);
        RunningCompressions.Turn own = begun != null ? begun : instead(reason);
        RunningCompressions.Turn turn =
                own != null ? own : shared.running().overdue(id, policy.model().deadline());
        if (turn == null) {
            return;
        }
        if (own == null) {
            tell(reason, NOT_BEGUN, true);
        }
        Runnable unmade = turn.once(() -> shared.running().end(id, turn));
        try {
            shared.background().execute(turn.once(() -> run.accept(turn)), unmade);
        } catch (RejectedExecutionException e) {
            if (own != null) { // else the first one may be waiting still, and keeps its place
                unmade.run();
                tell(reason, NO_THREAD, shared.background().isToBeTold());
            }
        }
    }

    /** The turn of a run on this thread, once one that is under way has ended; {@code null} if that does not end in time. */
    RunningCompressions.@Nullable Turn now(Reason reason) {
        RunningCompressions.Turn instead = instead(reason);
        return instead != null && instead.take()
                ? instead
                : shared.running().await(id, policy.model().deadline());
    }

    private RunningCompressions.@Nullable Turn instead(Reason reason) {
        RunningCompressions.Turn turn = shared.running().instead(id, longest(policy));
        if (turn != null) {
            tell(reason, NOT_ENDED, true);
        }
        return turn;
    }

    private void tell(Reason reason, WrittenState.Failure failure, boolean warn) {
        chats.run(chat -> reporter.notRun(chat, reason, failure, warn));
    }

    /**
     * Asks the store for the right to compress one conversation, and gives it back.
     *
     * <p>If the store fails, nobody knows whether the lease is held. The next run asks in the same name, so that it need not wait until a lease
     * runs out that only its own process can have. Safe for use by many threads.
     */
    static final class CompressionLeases {
        private final String id;
        private final CompressorParts shared;
        private final Duration atMost;
        private final Reporter reporter;
        /** In whose name a lease may be held that no run has any more; {@code null} for nobody's. */
        private final AtomicReference<@Nullable String> unheard = new AtomicReference<>();
        /** The lease of a run under way; {@code null} if there is none. */
        private final AtomicReference<@Nullable Lease> held = new AtomicReference<>();

        CompressionLeases(String id, CompressionPolicy policy, CompressorParts shared, Reporter reporter) {
            this.id = id;
            this.shared = shared;
            this.atMost = BackgroundRuns.longest(policy);
            this.reporter = reporter;
        }

        /** A lease; {@code null} if another run has it, or there is no such conversation. */
        @Nullable
        Lease take() {
            String former = unheard.getAndSet(null);
            String owner = former == null ? shared.newId().get() : former;
            try {
                @Nullable
                Lease lease = shared.store().tryLease(id, owner, atMost).orElse(null);
                if (lease != null) {
                    held.set(lease);
                }
                return lease;
            } catch (RuntimeException e) {
                unheard.set(owner);
                throw e;
            }
        }

        /** An interrupted thread gives it back, too: pools refuse such a thread a connection. */
        void giveBack(Lease lease) {
            if (!held.compareAndSet(lease, null)) {
                return; // given back already
            }
            unheard.set(lease.owner());
            boolean interrupted = Thread.interrupted();
            try {
                shared.store().release(id, lease);
                unheard.compareAndSet(lease.owner(), null);
            } catch (RuntimeException e) {
                reporter.faults().leaseKept(e);
            } finally {
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }

        /**
         * Gives back the lease of a run that has not ended with its process, and keeps the extract that is shown for its state: the next process
         * would make the same one, and would not come to the state either, if the part to be compressed is too large.
         */
        void end(Guarded<Chat> chats, StateWriter states) {
            boolean keeps = chats.get(chat -> isStandInKept(chat, states));
            Lease lease = held.get();
            if (lease == null && keeps) {
                lease = take();
            }
            if (lease == null) {
                return;
            }
            try {
                if (keeps) {
                    Lease its = lease;
                    chats.run(chat -> chat.under(its, AskedStore.UnlockedCall.NOT, CompressionLeases::keepStandIn));
                }
            } finally {
                giveBack(lease);
            }
        }

        private static boolean isStandInKept(Chat chat, StateWriter states) {
            Chat.StandIn standIn = chat.standIn();
            return standIn != null && chat.isEnabled() && (standIn.partial() || !states.hasModel());
        }

        private static boolean keepStandIn(Chat chat) {
            chat.sync();
            Chat.StandIn standIn = chat.standIn();
            return standIn != null && standIn.keep().test(chat);
        }
    }
}
