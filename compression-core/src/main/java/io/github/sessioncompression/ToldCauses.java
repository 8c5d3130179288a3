package io.github.sessioncompression;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What a conversation has told by a WARN: the same cause is told again only after some minutes, or once what had failed is known to work, so that what
 * fails at every turn fills no log. Safe for use by many threads.
 */
final class ToldCauses {
    private static final Duration QUIET = Duration.ofMinutes(10);
    private static final String COMPRESSION = "compression";
    /** So many causes are known at a time; more are told anew. */
    private static final int MOST = 32;

    private final InstantSource clock;
    private final Map<String, Instant> told = new HashMap<>();
    private final Set<String> once = new HashSet<>();

    ToldCauses(InstantSource clock) {
        this.clock = clock;
    }

    /** Whether {@code what} has to be told to fail because of {@code cause}, whose numbers don't count; it is told then. */
    synchronized boolean isNew(String what, String cause) {
        Instant now = clock.instant();
        String key = what + ' ' + cause.replaceAll("[0-9]+", "#");
        Instant before = told.get(key);
        if (before != null && now.isBefore(before.plus(QUIET))) {
            return false;
        }
        if (told.size() >= MOST) {
            told.clear();
        }
        told.put(key, now);
        return true;
    }

    /** Whether a compression's failure has to be told; it is told then. */
    boolean isNew(WrittenState.Failure failure) {
        return isNew(COMPRESSION, failure.kind() + ' ' + failure.detail());
    }

    /** A compression has worked. */
    void compressed() {
        works(COMPRESSION);
    }

    /** Whether that {@code what} fails was never told; it is told then, and in this process for good. */
    synchronized boolean isFirst(String what) {
        return once.add(what);
    }

    /** What failed has worked. */
    synchronized void works(String what) {
        told.keySet().removeIf(key -> key.startsWith(what + ' '));
    }
}
