package io.github.sessioncompression.recall;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An application's segmenter that fails nothing: where it throws, no segment opens but at the first message and after {@value Segmenter#MAX_MESSAGES}, and one WARN
 * tells so. Safe for use by many threads.
 */
final class GuardedSegmenter implements Segmenter {
    private static final Logger LOG = LoggerFactory.getLogger(GuardedSegmenter.class);

    private final Segmenter segmenter;
    private final AtomicBoolean warned = new AtomicBoolean();

    GuardedSegmenter(Segmenter segmenter) {
        this.segmenter = segmenter;
    }

    @Override
    public Course begin() {
        Course course = guarded(segmenter::begin, (next, terms) -> false);
        return (next, terms) -> guarded(() -> course.opens(next, terms), false);
    }

    private <T> T guarded(Supplier<T> asked, T otherwise) {
        try {
            return asked.get();
        } catch (RuntimeException | Error e) {
            if (warned.compareAndSet(false, true)) {
                LOG.warn(
                        "The segmenter has thrown {}: where it throws no segment of a chat begins (said once)",
                        e.getClass().getName());
            }
            return otherwise;
        }
    }
}
