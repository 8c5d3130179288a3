package io.github.sessioncompression.spring.boot.micrometer;

import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.CompressionEvent.LateResultDiscarded;
import io.github.sessioncompression.event.CompressionEvent.Recovery;
import io.github.sessioncompression.event.CompressionEvent.Stage;
import io.github.sessioncompression.event.CompressionEvent.StageFailed;
import io.github.sessioncompression.event.CompressionEvent.StageFinished;
import io.github.sessioncompression.event.CompressionEvent.StageStarted;
import io.github.sessioncompression.event.CompressionListener;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes an observation of each compression.
 *
 * <p>One that is waited for belongs to the observation of the chat's request; one in the background stands by itself. Safe
 * for use by many threads.
 */
final class CompressionObservations implements CompressionListener {
    private static final CompressionObservationConvention DEFAULT = new DefaultCompressionObservationConvention();

    private final ObservationRegistry registry;
    private final @Nullable CompressionObservationConvention convention;
    /** Those under way by conversation, of which each has one at most. */
    private final ConcurrentHashMap<String, Running> running = new ConcurrentHashMap<>();

    CompressionObservations(ObservationRegistry registry, @Nullable CompressionObservationConvention convention) {
        this.registry = registry;
        this.convention = convention;
    }

    @Override
    public void onEvent(CompressionEvent event) {
        if (registry.isNoop()) {
            return;
        }
        if (event instanceof StageStarted started && started.stage() == Stage.COMPRESS) {
            start(started);
        } else if (event instanceof StageFinished finished && finished.stage() == Stage.COMPRESS) {
            stop(finished.conversationId(), context -> context.finished(finished));
        } else if (event instanceof StageFailed failed && failed.stage() == Stage.COMPRESS) {
            failed(failed);
        } else if (event instanceof LateResultDiscarded discarded) {
            stop(discarded.conversationId(), CompressionObservationContext::discard);
        }
    }

    private void start(StageStarted started) {
        CompressionObservationContext context = new CompressionObservationContext(started);
        Observation observation = CompressionObservationDocumentation.COMPRESSION
                .observation(convention, DEFAULT, () -> context, registry)
                .start();
        Running before = running.put(started.conversationId(), new Running(observation, context));
        if (before != null) {
            before.observation.stop();
        }
    }

    /** An extract may take over after a failure, so the compression goes on. */
    private void failed(StageFailed failed) {
        if (failed.instead() == Recovery.OFFLINE) {
            Running current = running.get(failed.conversationId());
            if (current != null) {
                current.context.failed(failed);
            }
        } else {
            stop(failed.conversationId(), context -> context.failed(failed));
        }
    }

    private void stop(String conversationId, Consumer<CompressionObservationContext> end) {
        Running current = running.remove(conversationId);
        if (current != null) {
            end.accept(current.context);
            current.observation.stop();
        }
    }

    private record Running(Observation observation, CompressionObservationContext context) {}
}
