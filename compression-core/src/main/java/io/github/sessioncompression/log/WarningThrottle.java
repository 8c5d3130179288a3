package io.github.sessioncompression.log;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

/** Logs the same cause by a WARN again only after some minutes, or once what had failed works. Safe for use by many threads. */
public final class WarningThrottle {
    private static final Duration QUIET = Duration.ofMinutes(10);
    private static final int MOST = 32;

    private final InstantSource clock;
    private final Map<String, Instant> told = new HashMap<>();

    public WarningThrottle(InstantSource clock) {
        this.clock = clock;
    }

    /** True if this cause must be logged; its numbers don't count. */
    public synchronized boolean isNew(String what, String cause) {
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

    public synchronized void works(String what) {
        told.keySet().removeIf(key -> key.startsWith(what + ' '));
    }
}
