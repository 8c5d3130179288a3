package io.github.sessioncompression;

import io.github.sessioncompression.event.Reason;
import io.github.sessioncompression.event.Stage;
import io.github.sessioncompression.offline.StateFitter;
import io.github.sessioncompression.policy.FailurePolicy;
import io.github.sessioncompression.policy.KeepRecent;
import io.github.sessioncompression.state.StateDocument;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What still helps above the hard limit once pruning and compression are through: the oldest turns step back, then the oldest
 * groups of the current turn, then the state. What is pinned stays. Only the view gives way, never the transcript or the record's states. Every use is under the guard.
 */
final class FallbackStage {
    private final Engine engine;
    private final WorkingSet set;
    private final ViewLedger ledger;
    private final Reporter reporter;
    private final StateFitter fitter;

    FallbackStage(Engine engine, WorkingSet set, ViewLedger ledger, Reporter reporter, StateFitter fitter) {
        this.engine = engine;
        this.set = set;
        this.ledger = ledger;
        this.reporter = reporter;
        this.fitter = fitter;
    }

    /** Brings the view below the hard limit as far as that can be done, and says so where it can't. */
    void run(Reason reason) {
        int limit = engine.policy().hardLimitTokens();
        if (engine.policy().failure() != FailurePolicy.KEEP) {
            hideOldest(reason, false);
            hideOldest(reason, true);
            shrinkState(reason);
        }
        if (set.size() > limit) {
            ledger.happened(new Outcome.OverBudget(set.size(), limit));
            reporter.overBudget(set.size(), limit);
        }
    }

    /**
     * Leaves turns, and groups of the current one, out of the view that could not be compressed in time; they stay to be
     * compressed later.
     *
     * @param all whether everything is left out that may be, because less was not enough
     */
    private void hideOldest(Reason reason, boolean all) {
        if (set.size() <= engine.policy().hardLimitTokens()) {
            return;
        }
        CutPlanner.Cut cut = cut(all);
        if (cut == null || cut.tokens() == 0) {
            return;
        }
        long through = set.active().get(cut.index() - 1).sequence();
        if (through <= set.hiddenThrough()) {
            return;
        }
        int before = set.size();
        reporter.started(Stage.FALLBACK, reason, before);
        set.hide(through, set.shownState());
        int messages = set.hiddenMessages();
        ledger.happened(new Outcome.Truncated(messages, before, set.size()));
        reporter.finished(Stage.FALLBACK, reason, before, set.size(), messages, Duration.ZERO, set.context());
    }

    private CutPlanner.@Nullable Cut cut(boolean all) {
        CutPlanner planner = set.planner();
        Budget budget = set.budget();
        int others = set.context().systemTokens() + set.context().stateTokens();
        int room = all ? 0 : Math.max(1, budget.target() - others);
        boolean enough = !all && others + planner.currentTurnTokens() <= budget.hard();
        CutPlanner.Cut inside = enough ? null : planner.insideCurrentTurn(room);
        return inside != null ? inside : planner.byPolicy(KeepRecent.defaults(), room);
    }

    /**
     * Shows less of the state, or nothing, so that the current turn has its place.
     *
     * @return whether the view got smaller
     */
    boolean shrinkState(Reason reason) {
        int before = set.size();
        Context context = set.context();
        if (before <= engine.policy().hardLimitTokens() || set.shownState().isEmpty()) {
            return false;
        }
        int room = (set.budget().hard() - context.tokens() + context.stateTokens()) / 2;
        StateDocument smaller = fitter.fit(set.record().states(), room);
        reporter.started(Stage.FALLBACK, reason, before);
        if (set.hiddenThrough() > 0) {
            set.hide(set.hiddenThrough(), smaller);
        } else if (!set.commit(set.record().resized(smaller, engine.clock().instant()))) {
            return false;
        }
        ledger.happened(new Outcome.Compressed(Outcome.Compressed.By.OFFLINE, set.boundary(), 0, before, set.size()));
        reporter.finished(Stage.FALLBACK, reason, before, set.size(), 1, Duration.ZERO, set.context());
        return true;
    }
}
