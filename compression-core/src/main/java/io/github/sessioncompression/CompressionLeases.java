package io.github.sessioncompression;

import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.Lease;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Asks the store for the right to compress one conversation, and gives it back.
 *
 * <p>Where the store fails nobody knows whether the lease is held. The next run asks in the same name, so that it need not wait until a lease
 * runs out that only its own process can have. Safe for use by many threads.
 */
final class CompressionLeases {
    private final String id;
    private final Shared shared;
    private final Duration atMost;
    private final Reporter reporter;
    /** In whose name a lease may be held that no run has any more; {@code null} for nobody's. */
    private final AtomicReference<@Nullable String> unheard = new AtomicReference<>();

    CompressionLeases(String id, CompressionPolicy policy, Shared shared, Reporter reporter) {
        this.id = id;
        this.shared = shared;
        this.atMost = Handover.longest(policy);
        this.reporter = reporter;
    }

    /** A lease; {@code null} if another run has it, or there is no such conversation. */
    @Nullable
    Lease take() {
        String former = unheard.getAndSet(null);
        String owner = former == null ? shared.newId().get() : former;
        try {
            return shared.store().tryLease(id, owner, atMost).orElse(null);
        } catch (RuntimeException e) {
            unheard.set(owner);
            throw e;
        }
    }

    /** Gives a lease back; nothing depends on that any more. */
    void giveBack(Lease lease) {
        unheard.set(lease.owner());
        try {
            shared.store().release(id, lease);
            unheard.compareAndSet(lease.owner(), null);
        } catch (RuntimeException e) {
            reporter.leaseKept(e);
        }
    }
}
