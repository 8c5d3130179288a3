package io.github.sessioncompression.store.jdbc;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Time that conversations are kept after their last write, as the column holds it. */
final class Keeping {
    /** Until it is deleted. */
    static final long FOR_EVER = -1;

    private Keeping() {}

    static long millis(@Nullable Duration time) {
        if (time == null) {
            return FOR_EVER;
        }
        if (time.isNegative()) {
            throw new IllegalArgumentException("the time to keep must be 0 or more, but was " + time);
        }
        // So large that it is never over, so small that a sum with a time in milliseconds is a number.
        return time.compareTo(Duration.ofMillis(Long.MAX_VALUE / 2)) > 0 ? FOR_EVER : time.toMillis();
    }
}
