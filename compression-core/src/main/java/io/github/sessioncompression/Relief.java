package io.github.sessioncompression;

import io.github.sessioncompression.event.Reason;
import io.github.sessioncompression.offline.StateFitter;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.policy.Execution;
import io.github.sessioncompression.policy.FailurePolicy;
import io.github.sessioncompression.policy.TriggerPoint;
import io.github.sessioncompression.prune.PruneStep;
import org.jspecify.annotations.Nullable;

/**
 * Decides when a conversation's context is relieved: now, in the background, or not at all. Called without the guard where
 * it isn't said otherwise.
 */
final class Relief {
    private enum Need {
        NONE,
        /** In the background. */
        LATER,
        /** Before the view is handed out. */
        NOW,
        /** In the background, and until then the view itself gives way. */
        NEVER_WAIT
    }

    private final String conversationId;
    private final CompressionPolicy policy;
    private final Guard guard;
    private final WorkingSet set;
    private final PruneStage pruneStage;
    private final FallbackStage fallbackStage;
    private final Pipeline pipeline;

    Relief(String conversationId, Engine engine, Guard guard, WorkingSet set, ViewLedger ledger, Reporter reporter) {
        StateFitter fitter = new StateFitter(
                engine.schema(), engine.policy().state().mode(), engine.tokens()::countText, engine.offline());
        this.conversationId = conversationId;
        this.policy = engine.policy();
        this.guard = guard;
        this.set = set;
        this.pruneStage = new PruneStage(engine, set, ledger, reporter);
        this.fallbackStage = new FallbackStage(engine, set, ledger, reporter, fitter);
        this.pipeline = new Pipeline(
                conversationId, engine, guard, set, ledger, reporter, pruneStage, new CompressStage(engine, fitter));
    }

    /**
     * Makes room before a view is handed out, as the policy says.
     *
     * @param mayWait whether to wait above the hard limit also where the policy does not demand waiting by {@code SYNC}
     * @return whether it was waited for
     */
    boolean beforeCall(boolean mayWait) {
        boolean midTurn = guard.get(set::midTurn);
        Reason reason = midTurn ? Reason.MID_TURN : Reason.PROACTIVE;
        Need need = guard.get(() -> need(midTurn ? TriggerPoint.MID_TURN : TriggerPoint.BEFORE_CALL));
        if (need == Need.LATER) {
            pipeline.inBackground(reason);
            need = guard.get(this::urgentNeed);
        }
        if (need == Need.NOW && !mayWait && policy.execution() != Execution.SYNC) {
            need = Need.NEVER_WAIT;
        }
        switch (need) {
            case NONE, LATER -> {}
            case NOW -> now(reason);
            case NEVER_WAIT -> {
                pipeline.inBackground(reason);
                guard.run(() -> fallbackStage.run(reason));
            }
        }
        return need == Need.NOW;
    }

    /** Lets the view itself give way to what other threads have added since {@link #beforeCall}. Under the guard. */
    void atTheLast() {
        if (urgentNeed() != Need.NONE) {
            fallbackStage.run(Reason.CRITICAL);
        }
    }

    /** Makes room in the background once a turn is over, if the policy says so. */
    void afterTurn(TriggerPoint point) {
        if (policy.execution() != Execution.SYNC && guard.get(() -> need(point)) != Need.NONE) {
            pipeline.inBackground(point == TriggerPoint.INTERRUPTED ? Reason.INTERRUPTED : Reason.PROACTIVE);
        }
    }

    private Need need(TriggerPoint point) {
        if (!set.enabled() || !set.overTrigger()) {
            return Need.NONE;
        }
        Need urgent = urgentNeed();
        if (urgent != Need.NONE) {
            return urgent;
        }
        if (set.size() < pipeline.quietBelow() || !policy.triggerPoints().contains(point)) {
            return Need.NONE;
        }
        return policy.execution() == Execution.SYNC ? Need.NOW : Need.LATER;
    }

    /** What is needed whatever the trigger points: nothing below the hard limit. */
    private Need urgentNeed() {
        if (!set.enabled() || set.size() <= policy.hardLimitTokens()) {
            return Need.NONE;
        }
        return policy.execution() == Execution.ASYNC ? Need.NEVER_WAIT : Need.NOW;
    }

    /** Prunes and compresses on this thread, and above the hard limit does whatever else helps, the mildest first. */
    private void now(Reason reason) {
        Outcome outcome = pipeline.here(reason, Focus.none(), Pipeline.Aim.POLICY);
        throwIfAsked(outcome);
        if (fits()) {
            return;
        }
        guard.run(() -> pruneStage.run(Reason.CRITICAL, true));
        if (!fits() && !(outcome instanceof Outcome.Failed)) {
            throwIfAsked(pipeline.here(Reason.CRITICAL, Focus.none(), Pipeline.Aim.ALL));
        }
        guard.run(() -> fallbackStage.run(Reason.CRITICAL));
    }

    private boolean fits() {
        return guard.get(() -> set.size() <= policy.hardLimitTokens());
    }

    /** Everything but the current turn. */
    Outcome compressNow(Focus focus) {
        Outcome outcome = pipeline.here(Reason.MANUAL, focus, Pipeline.Aim.CURRENT_TURN);
        throwIfAsked(outcome);
        return outcome;
    }

    /** Old tool results, whatever the context's size. */
    Outcome pruneNow() {
        return guard.get(() -> {
            set.sync();
            return pruneStage.run(Reason.MANUAL, false);
        });
    }

    /** The provider refused the context as too long: everything that can be taken away is. */
    Outcome harder() {
        boolean wanted = policy.triggerPoints().contains(TriggerPoint.CONTEXT_LENGTH_ERROR) && guard.get(set::enabled);
        if (!wanted) {
            return new Outcome.Unchanged(Outcome.Unchanged.Why.DISABLED);
        }
        Outcome pruned = guard.get(() -> {
            set.sync();
            set.meter().refused(policy.contextWindow());
            return pruneStage.run(Reason.CONTEXT_LENGTH, true);
        });
        Outcome compressed = pipeline.here(Reason.CONTEXT_LENGTH, Focus.none(), Pipeline.Aim.ALL);
        throwIfAsked(compressed);
        return compressed instanceof Outcome.Compressed || pruned instanceof Outcome.Unchanged ? compressed : pruned;
    }

    private void throwIfAsked(Outcome outcome) {
        if (outcome instanceof Outcome.Failed failed && policy.failure() == FailurePolicy.THROW) {
            throw new CompressionFailedException(conversationId, failed.cause());
        }
    }

    /** What {@link #beforeCall} would do now. Under the guard. */
    Plan plan() {
        int size = set.size();
        if (!set.enabled() || !set.overTrigger()) {
            return plan(Plan.Step.NOTHING, size, 0, null, size);
        }
        PruneStep step = pruneStage.look(false);
        int pruned = (int) Math.max(0, size - step.savedTokens());
        if (step.moved() && pruned <= policy.triggerTokens() && set.hiddenThrough() == 0) {
            return plan(Plan.Step.PRUNE, size, step.results(), null, pruned);
        }
        CutPlanner.Cut cut = pipeline.cut(Pipeline.Aim.POLICY);
        if (cut == null) {
            return plan(step.moved() ? Plan.Step.PRUNE : Plan.Step.NOTHING, size, step.results(), null, pruned);
        }
        int others = set.context().tokens() - set.context().stateTokens() - cut.tokens();
        return plan(
                Plan.Step.COMPRESS,
                size,
                step.results(),
                cut,
                others + set.budget().stateRoom(others));
    }

    private Plan plan(Plan.Step step, int size, int results, CutPlanner.@Nullable Cut cut, int after) {
        return new Plan(
                step,
                size,
                policy.triggerTokens(),
                policy.hardLimitTokens(),
                results,
                cut == null ? 0 : set.pinsBefore(cut.index()).covered().size(),
                cut == null ? 0 : cut.tokens(),
                cut == null ? set.boundary() : set.active().get(cut.index() - 1).sequence(),
                after);
    }

    boolean isRunning() {
        return pipeline.isRunning();
    }

    /** The conversation was cleared: what runs now is about something that is gone. */
    void clear() {
        pipeline.clear();
    }
}
