package io.github.sessioncompression.replay;

import io.github.sessioncompression.Outcome;
import io.github.sessioncompression.Outcome.Compressed;
import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.CompressionEvent.OverBudget;
import io.github.sessioncompression.event.CompressionEvent.Recovery;
import io.github.sessioncompression.event.CompressionEvent.Stage;
import io.github.sessioncompression.event.CompressionEvent.StageFailed;
import io.github.sessioncompression.event.CompressionEvent.StageFinished;
import io.github.sessioncompression.event.CompressionListener;
import io.github.sessioncompression.store.Accounting;

/**
 * Outcomes of compressions, learnt from events: a framework's chat memory hands out messages only. Not safe for use by many
 * threads, so background work has to run on the replay's.
 */
final class Happenings implements CompressionListener {
    private final Compressed.By by;
    private Outcome latest = new Outcome.Unchanged(Outcome.Unchanged.Why.NOT_NEEDED);
    private boolean modelFailed;
    private long prunedResults;

    Happenings(Compressed.By by) {
        this.by = by;
    }

    @Override
    public void onEvent(CompressionEvent event) {
        if (event instanceof StageFinished finished && finished.affected() > 0) {
            latest = outcome(finished);
            modelFailed = false;
        } else if (event instanceof StageFailed failed) {
            modelFailed = failed.instead() == Recovery.OFFLINE;
            if (!modelFailed && failed.stage() != Stage.JUDGE) {
                latest = new Outcome.Failed(failed.failure());
            }
        } else if (event instanceof OverBudget over) {
            latest = new Outcome.OverBudget((int) over.contextTokens(), (int) over.limitTokens());
        }
    }

    private Outcome outcome(StageFinished finished) {
        int before = (int) finished.tokensBefore();
        int after = (int) finished.tokensAfter();
        return switch (finished.stage()) {
            case PRUNE -> {
                prunedResults += finished.affected();
                yield new Outcome.Pruned(finished.affected(), before, after);
            }
            case COMPRESS ->
                new Compressed(
                        modelFailed ? Compressed.By.OFFLINE_AFTER_FAILURE : by,
                        0,
                        finished.affected(),
                        before,
                        after,
                        Accounting.Coverage.NONE,
                        finished.shares());
            case FALLBACK, JUDGE -> new Outcome.Truncated(finished.affected(), before, after);
        };
    }

    /**
     * Outcome since the last call.
     *
     * @param extended true if the context extends the one before: what happened meanwhile is then still to be seen
     */
    Outcome take(boolean extended) {
        boolean changesContext = latest instanceof Outcome.Pruned
                || latest instanceof Compressed
                || latest instanceof Outcome.Condensed
                || latest instanceof Outcome.Truncated;
        if (extended && changesContext) {
            return new Outcome.Unchanged(Outcome.Unchanged.Why.NOT_NEEDED);
        }
        Outcome taken = latest;
        latest = new Outcome.Unchanged(Outcome.Unchanged.Why.NOT_NEEDED);
        return taken;
    }

    /** Tool results replaced by placeholders so far. */
    long prunedResults() {
        return prunedResults;
    }
}
