package io.github.sessioncompression.lists;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ConcurrentHashMap;

/** Who may compress which conversation, within this process. Safe for use by many threads. */
final class Leases {
    private final ConcurrentHashMap<String, Lease> leases = new ConcurrentHashMap<>();

    private record Lease(String owner, Instant until) {}

    boolean tryLease(String conversationId, String owner, Duration duration, Instant now) {
        Lease held = leases.compute(
                conversationId,
                (id, lease) -> lease == null || lease.owner.equals(owner) || !lease.until.isAfter(now)
                        ? new Lease(owner, now.plus(duration))
                        : lease);
        return held.owner.equals(owner);
    }

    void release(String conversationId, String owner) {
        leases.computeIfPresent(conversationId, (id, lease) -> lease.owner.equals(owner) ? null : lease);
    }

    void end(String conversationId) {
        leases.remove(conversationId);
    }
}
