package io.github.sessioncompression.log;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

/**
 * Logs one cause by a WARN again only after ten minutes, or once what had failed works. <b>Threads:</b> safe for use by many.
 *
 * <p>It remembers up to {@value #MOST} causes and then forgets all, so a flood of different ones takes little memory, and some of them may be logged
 * again.
 */
public final class WarningThrottle {
    private static final Duration QUIET = Duration.ofMinutes(10);
    private static final int MOST = 32;

    private final InstantSource clock;
    private final Map<String, Instant> told = new HashMap<>();

    public WarningThrottle(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * True if this cause must be logged by a WARN; its numbers don't count, for a duration or a size differs each time.
     *
     * @param what what failed, a constant
     * @param cause more about it, such as the type of an exception; may be empty
     */
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

    /** What had failed works: the next failure of it is logged by a WARN again. */
    public synchronized void works(String what) {
        told.keySet().removeIf(key -> key.startsWith(what + ' '));
    }
}
