package io.github.sessioncompression.lists;

import io.github.sessioncompression.store.Counters;
import io.github.sessioncompression.store.Lease;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/** Leases and counters of conversations: in the side store, and in this process as long as that can't be had. */
record SharedNotes(KnownLists knownLists, BesideLists<?> beside, InstantSource clock) {
    Optional<Lease> tryLease(String id, String owner, Duration duration) {
        return beside.ask(
                side -> side.tryLease(BesideLists.name(id), owner, duration),
                () -> Optional.ofNullable(knownLists.notes(id).tryLease(owner, duration, clock.instant())));
    }

    void release(String id, Lease lease) {
        knownLists.notes(id).release(lease);
        beside.tell(side -> side.release(BesideLists.name(id), lease), () -> {});
    }

    /** True if a commit with this token comes too late, as far as this process knows. */
    boolean refuses(String id, long token) {
        return knownLists.notes(id).refuses(token);
    }

    void count(String id, Counters delta) {
        beside.tell(
                side -> side.count(BesideLists.name(id), delta),
                () -> knownLists.notes(id).count(delta));
    }

    /** What both have counted: what this process has while the side store was away is not added to it later. */
    Counters counters(String id) {
        Counters here = knownLists.notes(id).count(Counters.NONE);
        return beside.ask(side -> side.counters(BesideLists.name(id)), () -> Counters.NONE)
                .plus(here);
    }
}
