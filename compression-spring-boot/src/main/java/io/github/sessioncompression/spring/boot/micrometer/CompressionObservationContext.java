package io.github.sessioncompression.spring.boot.micrometer;

import io.github.sessioncompression.event.CompressionEvent.StageFailed;
import io.github.sessioncompression.event.CompressionEvent.StageFinished;
import io.github.sessioncompression.event.CompressionEvent.StageStarted;
import io.micrometer.observation.Observation;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a compression that is observed.
 *
 * <p>The conversation's id is here for conventions that want it; the default one leaves it out.
 */
public final class CompressionObservationContext extends Observation.Context {
    private final StageStarted started;
    private volatile @Nullable StageFinished finished;
    private volatile @Nullable StageFailed failed;
    private volatile boolean discarded;

    CompressionObservationContext(StageStarted started) {
        this.started = started;
    }

    /** The event at its beginning. */
    public StageStarted started() {
        return started;
    }

    /** The event at its end; empty while it runs, and if it failed or was discarded. */
    public Optional<StageFinished> finished() {
        return Optional.ofNullable(finished);
    }

    /** Failure of the model; an extract may finish the compression all the same. */
    public Optional<StageFailed> failed() {
        return Optional.ofNullable(failed);
    }

    /** True if the result came too late and was discarded. */
    public boolean discarded() {
        return discarded;
    }

    void finished(StageFinished event) {
        finished = event;
    }

    void failed(StageFailed event) {
        failed = event;
    }

    void discard() {
        discarded = true;
    }
}
