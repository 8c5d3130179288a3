package io.github.sessioncompression.run;

import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** Ids that no other has, in any process. Random once and counted from there: a random number for each message costs more than its append. */
public final class UniqueIds implements Supplier<String> {
    private final String prefix = UUID.randomUUID() + "-";
    private final AtomicLong last = new AtomicLong();

    @Override
    public String get() {
        return prefix + last.incrementAndGet();
    }
}
