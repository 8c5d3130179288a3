package io.github.sessioncompression.context;

import io.github.sessioncompression.log.FaultLog;
import io.github.sessioncompression.run.Locked;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.store.SessionStore.Lease;
import io.github.sessioncompression.transcript.ChatStore;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks the store for the right to compress one conversation, and gives it back.
 *
 * <p><b>Algorithm.</b>
 * <ol>
 *   <li>Each lease has an owner of its own, so that the store distinguishes runs, those of one process, too.
 *   <li>If the store throws, nobody knows whether the lease is held. The next run asks under that owner's name: it gets a lease that only this
 *       process can have, and need not wait until it runs out.
 *   <li>When the process ends, the lease of a run under way is given back, so that others need not wait for it.
 * </ol>
 *
 * <p><b>Does nothing</b> in this process: there {@link io.github.sessioncompression.run.RunningCompressions} keeps runs apart. <b>Threads:</b> safe
 * for use by many. <b>On failure</b> to take a lease the store's exception is thrown; to give one back it is reported, and the lease runs out by
 * itself.
 */
public final class CompressionLeases {
    private final String id;
    private final SessionStore store;
    private final Supplier<String> newId;
    private final Duration atMost;
    private final FaultLog faults;
    /** In whose name a lease may be held that no run has any more; {@code null} for nobody's. */
    private final AtomicReference<@Nullable String> unheard = new AtomicReference<>();
    /** The lease of a run under way; {@code null} if there is none. */
    private final AtomicReference<@Nullable Lease> held = new AtomicReference<>();

    /**
     * Leases of one conversation.
     *
     * @param atMost the longest time that a run keeps out others
     * @param newId names their owners
     */
    public CompressionLeases(String id, Duration atMost, SessionStore store, Supplier<String> newId, FaultLog faults) {
        this.id = id;
        this.atMost = atMost;
        this.store = store;
        this.newId = newId;
        this.faults = faults;
    }

    /** A lease; {@code null} if another run has it, or there is no such conversation. */
    @Nullable
    public Lease take() {
        String former = unheard.getAndSet(null);
        String owner = former == null ? newId.get() : former;
        try {
            @Nullable Lease lease = store.tryLease(id, owner, atMost).orElse(null);
            if (lease != null) {
                held.set(lease);
            }
            return lease;
        } catch (RuntimeException e) {
            unheard.set(owner);
            throw e;
        }
    }

    /**
     * Gives a lease back, unless {@link #end} has done so. An interrupted thread does it, too, with the interrupt put off: pools refuse such a thread
     * a connection.
     */
    public void giveBack(Lease lease) {
        if (!held.compareAndSet(lease, null)) {
            return; // given back already
        }
        unheard.set(lease.owner());
        boolean interrupted = Thread.interrupted();
        try {
            store.release(id, lease);
            unheard.compareAndSet(lease.owner(), null);
        } catch (RuntimeException e) {
            faults.leaseKept(e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Gives back the lease of a run that has not ended with its process, and keeps the extract that is shown for its state: the next process
     * would make the same one, and would not come to the state either, if the part to be compressed is too large.
     *
     * @param hasModel true if a model writes states, so that only an extract of a part is kept
     */
    public void end(Locked<Chat> chats, boolean hasModel) {
        boolean keeps = chats.get(chat -> isStandInKept(chat, hasModel));
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
                chats.run(chat -> chat.under(its, ChatStore.UnlockedCall.NOT, CompressionLeases::keepStandIn));
            }
        } finally {
            giveBack(lease);
        }
    }

    /**
     * True if the extract that is shown must be committed before the process ends: it has only a part of the messages, or no model would write a
     * better one.
     */
    private static boolean isStandInKept(Chat chat, boolean hasModel) {
        Chat.StandIn standIn = chat.standIn();
        return standIn != null && chat.isEnabled() && (standIn.partial() || !hasModel);
    }

    /** Commits the extract, if it still holds after what others have changed; true if it is the current record then. */
    private static boolean keepStandIn(Chat chat) {
        chat.sync();
        Chat.StandIn standIn = chat.standIn();
        return standIn != null && standIn.keep().test(chat);
    }
}
