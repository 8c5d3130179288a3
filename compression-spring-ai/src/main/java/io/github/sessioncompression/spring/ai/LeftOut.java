package io.github.sessioncompression.spring.ai;

import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells once that stored messages say less than Spring AI's did, and why; never what they say. Safe for use by many threads. */
final class LeftOut {
    private static final Logger LOG = LoggerFactory.getLogger(MessageSources.class);

    private final AtomicBoolean told = new AtomicBoolean();

    void tell(Class<?> type, String reason) {
        if (told.compareAndSet(false, true)) {
            LOG.warn(
                    "What {} holds is left out where a Spring AI message is stored: {}. The rest of the message is kept"
                            + " (said once)",
                    type.getName(),
                    reason);
        }
    }
}
