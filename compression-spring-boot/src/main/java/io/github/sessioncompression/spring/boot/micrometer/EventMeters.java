package io.github.sessioncompression.spring.boot.micrometer;

import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.CompressionEvent.FactsLeftOut;
import io.github.sessioncompression.event.CompressionEvent.LateResultDiscarded;
import io.github.sessioncompression.event.CompressionEvent.MessagesCut;
import io.github.sessioncompression.event.CompressionEvent.OverBudget;
import io.github.sessioncompression.event.CompressionEvent.Reason;
import io.github.sessioncompression.event.CompressionEvent.Stage;
import io.github.sessioncompression.event.CompressionEvent.StageFailed;
import io.github.sessioncompression.event.CompressionEvent.StageFinished;
import io.github.sessioncompression.event.CompressionListener;
import io.github.sessioncompression.state.StateShares;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * Counts events: how often each stage ran and how long it took, and what failed.
 *
 * <p>No tag has more values than there are kinds of things; a conversation's id is never one. Safe for use by many threads.
 */
record EventMeters(List<MeterRegistry> registries) implements CompressionListener {
    /** A stage that ran, with its time. Tags: {@code stage}, {@code reason}, {@code outcome}. */
    static final String STAGES = "session.compression.stages";

    /** A stage that failed. Tags: {@code stage}, {@code failure}, {@code instead}. */
    static final String FAILURES = "session.compression.failures";

    /** A compression that came too late. */
    static final String DISCARDED = "session.compression.discarded";

    /** A context above the hard limit in which nothing was left to give way. */
    static final String OVER_LIMIT = "session.compression.over.limit";

    /** Messages that were sent without their middles: too large for any request, or part of one larger than the model's window. */
    static final String CUT = "session.compression.messages.cut";

    /** Share of the required facts that a state shows, 0 to 1. */
    static final String FACTS_SHOWN = "session.compression.facts.shown";

    /** Tokens of new states by who wrote them. Tag: {@code writer}, one of model, extract and ledger. */
    static final String STATE_TOKENS = "session.compression.state.tokens";

    @Override
    public void onEvent(CompressionEvent event) {
        if (event instanceof StageFinished finished) {
            String outcome = finished.affected() > 0 ? "changed" : "unchanged";
            took(finished.stage(), finished.reason(), outcome, finished.latency());
            StateShares shares = finished.shares();
            if (shares.total() > 0) {
                written("model", shares.modelTokens());
                written("extract", shares.extractTokens());
                written("ledger", shares.ledgerTokens());
            }
        } else if (event instanceof StageFailed failed) {
            took(failed.stage(), failed.reason(), "failed", failed.latency());
            count(
                    FAILURES,
                    Tags.of(
                            tag("stage", failed.stage()),
                            Tag.of("failure", written(failed.failure())),
                            tag("instead", failed.instead())));
        } else if (event instanceof LateResultDiscarded discarded) {
            count(DISCARDED, Tags.of(tag("reason", discarded.reason())));
        } else if (event instanceof FactsLeftOut leftOut) {
            registries.forEach(registry -> registry.summary(FACTS_SHOWN).record(leftOut.shown()));
        } else if (event instanceof MessagesCut) {
            count(CUT, Tags.empty());
        } else if (event instanceof OverBudget) {
            count(OVER_LIMIT, Tags.empty());
        }
    }

    private void took(Stage stage, Reason reason, String outcome, Duration latency) {
        Tags tags = Tags.of(tag("stage", stage), tag("reason", reason), Tag.of("outcome", outcome));
        registries.forEach(registry -> registry.timer(STAGES, tags).record(latency));
    }

    private void written(String writer, int tokens) {
        registries.forEach(registry ->
                registry.counter(STATE_TOKENS, Tags.of("writer", writer)).increment(tokens));
    }

    private void count(String name, Tags tags) {
        registries.forEach(registry -> registry.counter(name, tags).increment());
    }

    private static Tag tag(String key, Enum<?> value) {
        return Tag.of(key, written(value.name()));
    }

    /** As the properties write it. */
    static String written(String constant) {
        return constant.toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
