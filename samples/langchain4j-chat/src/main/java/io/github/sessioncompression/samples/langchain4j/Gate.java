package io.github.sessioncompression.samples.langchain4j;

import dev.langchain4j.exception.UnsupportedFeatureException;
import dev.langchain4j.model.chat.response.StreamingHandle;
import org.jspecify.annotations.Nullable;

/**
 * What a model says goes through here until it is closed: after that nothing of the turn reaches the memory any more.
 *
 * <p>Safe for use by many threads.
 */
final class Gate {
    private boolean closed;
    private @Nullable StreamingHandle stream;

    /** Does that unless it is closed. */
    synchronized void pass(Runnable step) {
        if (!closed) {
            step.run();
        }
    }

    /** Does that unless it is closed, and then the stream is not needed any more. */
    synchronized void pass(StreamingHandle from, Runnable step) {
        stream = from;
        if (closed) {
            cancel();
        } else {
            step.run();
        }
    }

    /** Closes it: returns after whatever is passing. */
    synchronized void close() {
        closed = true;
        cancel();
    }

    private void cancel() {
        try {
            if (stream != null && !stream.isCancelled()) {
                stream.cancel();
            }
        } catch (UnsupportedFeatureException e) {
            // Then it runs to its end, and nobody listens.
            stream = null;
        }
    }
}
