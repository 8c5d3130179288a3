package io.github.sessioncompression.spring.ai;

import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Logs once that stored messages lack parts of Spring AI's, and why, never their contents: as WARN what an application may miss, as DEBUG what
 * a provider's client has put into an answer's metadata. Safe for use by many threads.
 */
final class LeftOut {
    private static final Logger LOG = LoggerFactory.getLogger(MessageSources.class);

    private final AtomicBoolean told = new AtomicBoolean();
    private final AtomicBoolean toldOfFrameworks = new AtomicBoolean();

    void tell(Class<?> type, String reason) {
        tell(type, reason, false);
    }

    /** Logs a part that is left out; {@code isTheFrameworks} if no application has put it there. */
    void tell(Class<?> type, String reason, boolean isTheFrameworks) {
        AtomicBoolean logged = isTheFrameworks ? toldOfFrameworks : told;
        if (logged.compareAndSet(false, true)) {
            LOG.atLevel(isTheFrameworks ? Level.DEBUG : Level.WARN)
                    .log(
                            "What {} holds is left out where a Spring AI message is stored: {}. The rest of the message is kept"
                                    + " (logged once).",
                            type.getName(),
                            reason);
        }
    }
}
