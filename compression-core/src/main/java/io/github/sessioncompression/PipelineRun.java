package io.github.sessioncompression;

import io.github.sessioncompression.context.CompressTask;
import io.github.sessioncompression.context.StepOrder;
import io.github.sessioncompression.event.CompressionEvent.Reason;
import io.github.sessioncompression.event.CompressionEvent.Recovery;
import io.github.sessioncompression.event.CompressionEvent.Stage;
import io.github.sessioncompression.run.RunningCompressions;
import io.github.sessioncompression.store.SessionStore.Lease;
import io.github.sessioncompression.writer.StateWriter;
import io.github.sessioncompression.writer.WrittenState;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * One run of an order of steps over a conversation: how far it is, and what came of it so far.
 *
 * <p>The pipeline takes the next step from here each time it has the lock, so a run continues where it was after a state was written without the
 * lock. <b>Threads:</b> not safe; used by one thread at a time, except that its turn may be aborted by any.
 */
final class PipelineRun {
    private static final Outcome NOTHING = new Outcome.Unchanged(Outcome.Unchanged.Why.NOTHING_TO_GAIN);

    private static final Outcome BUSY = new Outcome.Unchanged(Outcome.Unchanged.Why.BUSY);

    private final Reason reason;
    private final Focus focus;
    /** The steps that were not tried yet. */
    private final Deque<StepOrder.Use> left;

    private final StepOrder order;
    /** True if somebody waits who gets the exception that the policy may ask for. */
    private final boolean awaited;

    /** True if this run may write a state, because no other one does; false until the lease is known. */
    private boolean mayCompress;
    /** {@code null} for one that writes none to be kept. */
    private final RunningCompressions.@Nullable Turn turn;

    /** The store's lease; {@code null} for a run that commits without one. */
    private @Nullable Lease lease;
    /** The most telling outcome so far. */
    private Outcome outcome = NOTHING;
    /** The last failure; {@code null} if nothing has failed. */
    private Outcome.@Nullable Failed failure;
    /** The stage that was begun and not ended; {@code null} for none. */
    private @Nullable Stage started;

    /**
     * A run at its beginning.
     *
     * @param awaited true if the caller gets the exception that the policy may ask for
     * @param turn the right to write a state; {@code null} for a run that writes none to be kept
     */
    PipelineRun(StepOrder order, Reason reason, Focus focus, boolean awaited, RunningCompressions.@Nullable Turn turn) {
        this.order = order;
        this.reason = reason;
        this.focus = focus;
        this.left = new ArrayDeque<>(order.uses());
        this.awaited = awaited;
        this.turn = turn;
    }

    StepOrder order() {
        return order;
    }

    Reason reason() {
        return reason;
    }

    Focus focus() {
        return focus;
    }

    /** Sets the lease, and whether it is this run's turn to write a state; until then it isn't. */
    void mayCompress(@Nullable Lease newLease, boolean turn) {
        lease = newLease;
        mayCompress = turn;
        if (!turn) {
            came(BUSY);
        }
    }

    /** True if another run has taken the place of this one, or it was aborted. */
    boolean isGivenUp() {
        return turn != null && turn.isGivenUp();
    }

    /** True if the run must have no further effect. */
    boolean isAborted() {
        return turn != null && turn.isAborted();
    }

    /** The state of {@code task}, to be written in this run; a run that is aborted does not wait for a model any more. */
    StateWriter.Job job(String conversationId, CompressTask task) {
        return new StateWriter.Job(conversationId, task, focus.text(), turn);
    }

    @Nullable
    Lease lease() {
        return lease;
    }

    /** True if the run may write a state that is kept. */
    boolean mayCompress() {
        return mayCompress;
    }

    /** True if the caller gets the exception that the policy may ask for. */
    boolean isAwaited() {
        return awaited;
    }

    /** Takes the next step; {@code null} at the end. */
    StepOrder.@Nullable Use next() {
        return left.poll();
    }

    /** The steps that were not tried yet, in order. */
    Iterable<StepOrder.Use> left() {
        return left;
    }

    /** Tries no further step. */
    void stop() {
        left.clear();
    }

    /** Notes that a stage has begun, for the report if it throws. */
    void begins(Stage stage) {
        started = stage;
    }

    @Nullable
    Stage started() {
        return started;
    }

    /** Notes the outcome of a step; of all, the most telling one is the run's. */
    void came(Outcome next) {
        started = null;
        outcome = ViewAccount.moreTelling(outcome, next);
        if (next instanceof Outcome.Failed failed) {
            failure = failed;
        }
    }

    Outcome outcome() {
        return outcome;
    }

    Outcome.@Nullable Failed failure() {
        return failure;
    }

    /**
     * What a stage took, and what came of it.
     *
     * @param before size of the context before it, in tokens
     * @param failure what failed in it; {@code null} for nothing
     * @param instead what was done in place of what failed; without meaning if nothing failed
     */
    record StageTiming(
            Stage stage, int before, Duration took, WrittenState.@Nullable Failure failure, Recovery instead) {
        StageTiming(Stage stage, int before, Duration took) {
            this(stage, before, took, null, Recovery.KEPT);
        }
    }
}
