package io.github.sessioncompression.spring.boot.micrometer;

import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.CompressionEvent.LateResultDiscarded;
import io.github.sessioncompression.event.CompressionEvent.Recovery;
import io.github.sessioncompression.event.CompressionEvent.Stage;
import io.github.sessioncompression.event.CompressionEvent.StageFailed;
import io.github.sessioncompression.event.CompressionEvent.StageFinished;
import io.github.sessioncompression.event.CompressionEvent.StageStarted;
import io.github.sessioncompression.event.CompressionListener;
import io.micrometer.common.KeyValues;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Makes an observation of each compression, from before the model is called until the new state is in force or the attempt has failed.
 *
 * <p>One that is waited for belongs to the observation of the chat's request; one in the background stands by itself. What the model observes of its calls
 * belongs to the compression's. Key values hold nothing that was
 * said, and no id; for filters the conversation's id is in the context under {@value #CONVERSATION}. Safe for use by many threads.
 */
final class CompressionObservations implements CompressionListener {
    static final String NAME = "session.compression";
    static final String CONVERSATION = NAME + ".conversation";

    /** OpenTelemetry's name; true or absent. */
    private static final String COMPACTED = "gen_ai.conversation.compacted";

    private static final String OUTCOME = NAME + ".outcome";
    private static final String FAILURE = NAME + ".failure";

    /** The latest observation begun on each thread, which may have ended. */
    private static final ThreadLocal<Observation> LATEST = new ThreadLocal<>();

    private final ObservationRegistry registry;
    /** Observations under way by conversation, of which each has one at most. */
    private final ConcurrentHashMap<String, Observation> running = new ConcurrentHashMap<>();

    CompressionObservations(ObservationRegistry registry) {
        this.registry = registry;
    }

    /** The task within the observation of the compression that hands it over, if one does. */
    Runnable within(Runnable task) {
        Observation compression = LATEST.get();
        return compression != null && running.containsValue(compression) ? () -> compression.scoped(task) : task;
    }

    @Override
    public void onEvent(CompressionEvent event) {
        if (registry.isNoop()) {
            return;
        }
        if (event instanceof StageStarted started && started.stage() == Stage.COMPRESS) {
            start(started);
        } else if (event instanceof StageFinished finished && finished.stage() == Stage.COMPRESS) {
            KeyValues sizes = KeyValues.of(
                    NAME + ".tokens.after",
                    String.valueOf(finished.tokensAfter()),
                    NAME + ".messages",
                    String.valueOf(finished.affected()),
                    COMPACTED,
                    "true");
            stop(finished, observation -> observation
                    .lowCardinalityKeyValue(OUTCOME, "compressed")
                    .highCardinalityKeyValues(sizes));
        } else if (event instanceof StageFailed failed && failed.stage() == Stage.COMPRESS) {
            failed(failed);
        } else if (event instanceof LateResultDiscarded) {
            stop(event, observation -> observation.lowCardinalityKeyValue(OUTCOME, "discarded"));
        }
    }

    private void start(StageStarted started) {
        Observation.Context context = new Observation.Context();
        context.put(CONVERSATION, started.conversationId());
        Observation observation = Observation.createNotStarted(NAME, () -> context, registry)
                .contextualName("compress session")
                .lowCardinalityKeyValue(
                        NAME + ".reason", EventMeters.written(started.reason().name()))
                .lowCardinalityKeyValue(OUTCOME, "running")
                .lowCardinalityKeyValue(FAILURE, "none")
                .highCardinalityKeyValue(NAME + ".tokens.before", String.valueOf(started.contextTokens()))
                .start();
        LATEST.set(observation);
        Observation before = running.put(started.conversationId(), observation);
        if (before != null) {
            before.stop();
        }
    }

    /** An extract may take over after a failure, so the compression continues. */
    private void failed(StageFailed failed) {
        String failure = EventMeters.written(failed.failure());
        if (failed.instead() == Recovery.OFFLINE) {
            Observation current = running.get(failed.conversationId());
            if (current != null) {
                current.lowCardinalityKeyValue(FAILURE, failure);
            }
        } else {
            stop(failed, observation -> observation
                    .lowCardinalityKeyValue(FAILURE, failure)
                    .lowCardinalityKeyValue(OUTCOME, "failed"));
        }
    }

    private void stop(CompressionEvent event, Consumer<Observation> end) {
        Observation current = running.remove(event.conversationId());
        if (current != null) {
            end.accept(current);
            current.stop();
        }
    }
}
