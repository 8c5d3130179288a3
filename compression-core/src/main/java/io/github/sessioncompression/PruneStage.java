package io.github.sessioncompression;

import io.github.sessioncompression.event.Reason;
import io.github.sessioncompression.event.Stage;
import io.github.sessioncompression.prune.PruneStep;
import java.time.Duration;

/** Prune tool output: moves the boundary up to which old tool results are placeholders. Every use is under the guard. */
final class PruneStage {
    private final Engine engine;
    private final WorkingSet set;
    private final ViewLedger ledger;
    private final Reporter reporter;

    PruneStage(Engine engine, WorkingSet set, ViewLedger ledger, Reporter reporter) {
        this.engine = engine;
        this.set = set;
        this.ledger = ledger;
        this.reporter = reporter;
    }

    /** What pruning would do now; {@code forced} as in {@link #run}. */
    PruneStep look(boolean forced) {
        int tokens = set.context().tokens();
        if (!forced) {
            return engine.pruner().advance(set.active(), tokens, set.prunedThrough());
        }
        PruneStep roomy =
                engine.pruner().relieve(set.active(), tokens, set.budget().trigger(), set.prunedThrough());
        boolean reached = tokens - roomy.savedTokens() <= set.budget().trigger();
        // Where room to grow can't be had, what the model has not read yet must not go for it.
        return reached
                ? roomy
                : engine.pruner().relieve(set.active(), tokens, set.budget().hard(), set.prunedThrough());
    }

    /**
     * Prunes if it gains anything.
     *
     * @param forced whether protections give way because the context is above the hard limit
     */
    Outcome run(Reason reason, boolean forced) {
        int before = set.size();
        long started = engine.nanos().getAsLong();
        PruneStep step = look(forced);
        if (!step.moved()) {
            return new Outcome.Unchanged(Outcome.Unchanged.Why.NOTHING_TO_GAIN);
        }
        reporter.started(Stage.PRUNE, reason, before);
        if (!set.commit(set.record().pruned(step.prunedThrough(), engine.clock().instant()))) {
            return new Outcome.Unchanged(Outcome.Unchanged.Why.DISCARDED);
        }
        Outcome.Pruned outcome = new Outcome.Pruned(step.results(), before, set.size());
        Duration took = Duration.ofNanos(engine.nanos().getAsLong() - started);
        ledger.happened(outcome);
        reporter.finished(Stage.PRUNE, reason, before, set.size(), step.results(), took, set.context());
        return outcome;
    }
}
