package io.github.sessioncompression.model;

import io.github.sessioncompression.model.ProviderFailure.ContextLengthExceeded;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Largest request a compression model is known to take, in tokens as counted here; only ever shrinks. Safe for use by many threads. */
final class KnownWindow {
    private static final Logger log = LoggerFactory.getLogger(ModelStateCompiler.class);

    private final AtomicInteger window;

    KnownWindow(int window) {
        this.window = new AtomicInteger(window);
    }

    int tokens() {
        return window.get();
    }

    /**
     * Learns from the refusal of a request that was written for a window of {@code assumed} tokens.
     *
     * <p>The model's limit counts, reduced by as much as the model counts the request larger; without a limit the window is halved.
     *
     * @param counted the request's size as counted here, the output limit included
     * @return true if a smaller window is worth a try
     */
    boolean learns(ContextLengthExceeded refusal, int assumed, long counted) {
        int requested = refusal.requestedTokens().orElse(0);
        double share = requested > counted ? (double) counted / requested : 1;
        int fits = (int) (refusal.limitTokens().orElse(0) * share);
        int smaller = Math.max(ModelOptions.MIN_WINDOW, fits > 0 && fits < assumed ? fits : assumed / 2);
        if (smaller >= assumed) {
            return false;
        }
        if (window.getAndAccumulate(smaller, Math::min) > smaller) {
            log.warn(
                    "The compression model refuses requests that a window of {} tokens lets pass; going on with a window of {}. Set"
                            + " session-compression.model.context-window to what it has.",
                    assumed,
                    smaller);
        }
        return true;
    }
}
