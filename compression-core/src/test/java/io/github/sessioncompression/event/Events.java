package io.github.sessioncompression.event;

import io.github.sessioncompression.event.CompressionEvent.LateResultDiscarded;
import io.github.sessioncompression.event.CompressionEvent.NearTrigger;
import io.github.sessioncompression.event.CompressionEvent.OverBudget;
import io.github.sessioncompression.event.CompressionEvent.Reason;
import io.github.sessioncompression.event.CompressionEvent.Recovery;
import io.github.sessioncompression.event.CompressionEvent.Stage;
import io.github.sessioncompression.event.CompressionEvent.StageFailed;
import io.github.sessioncompression.event.CompressionEvent.StageFinished;
import io.github.sessioncompression.event.CompressionEvent.StageStarted;
import io.github.sessioncompression.event.CompressionEvent.TokenBreakdown;
import io.github.sessioncompression.state.StateShares;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Events as a compressor would report them. */
public final class Events {
    public static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private Events() {}

    public static StageStarted started(Stage stage, Reason reason) {
        return new StageStarted("chat-1", NOON, stage, reason, 90_000, 120_000);
    }

    public static StageFinished finished(Stage stage, long before, long after, int affected) {
        return finished(stage, before, after, affected, Duration.ofMillis(1_250));
    }

    public static StageFinished finished(Stage stage, long before, long after, int affected, Duration latency) {
        return new StageFinished(
                "chat-1",
                NOON,
                stage,
                Reason.PROACTIVE,
                before,
                after,
                120_000,
                affected,
                latency,
                new TokenBreakdown(1_000, 4_000, 30_000, 5_000),
                StateShares.NONE);
    }

    public static StageFailed failed(Recovery instead) {
        return new StageFailed(
                "chat-1",
                NOON,
                Stage.COMPRESS,
                Reason.CRITICAL,
                "TIMED_OUT",
                instead,
                90_000,
                120_000,
                Duration.ofSeconds(30));
    }

    /** At least one of every kind and constant. */
    public static List<CompressionEvent> all() {
        List<CompressionEvent> events = new ArrayList<>();
        for (Stage stage : Stage.values()) {
            for (Reason reason : Reason.values()) {
                events.add(started(stage, reason));
            }
            events.add(finished(stage, 90_000, 40_000, 0));
            events.add(finished(stage, 90_000, 40_000, 1));
            events.add(finished(stage, 90_000, 90_200, 12));
        }
        for (Recovery recovery : Recovery.values()) {
            events.add(failed(recovery));
        }
        events.add(new StageStarted("chat-1", NOON, Stage.PRUNE, Reason.MANUAL, 90_000, 0));
        events.add(new NearTrigger("chat-1", NOON, 72_000, 84_000, 120_000));
        events.add(new LateResultDiscarded("chat-1", NOON, Reason.MID_TURN, Duration.ofMillis(2_500)));
        events.add(new CompressionEvent.FactsLeftOut("chat-1", NOON, 3, 0.9));
        events.add(new CompressionEvent.SecretsLeftOut("chat-1", NOON, 2));
        events.add(new CompressionEvent.MessagesDropped("chat-1", NOON, 1));
        events.add(new CompressionEvent.LargePins("chat-1", NOON, 4, 40_000, 120_000));
        events.add(new OverBudget("chat-1", NOON, 110_000, 102_000, 120_000));
        return events;
    }
}
