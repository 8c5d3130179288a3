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

/** One run of an order of steps over a conversation: how far it is, and what came of it so far. Used by one thread. */
final class PipelineRun {
    private static final Outcome NOTHING = new Outcome.Unchanged(Outcome.Unchanged.Why.NOTHING_TO_GAIN);

    private static final Outcome BUSY = new Outcome.Unchanged(Outcome.Unchanged.Why.BUSY);

    private final Reason reason;
    private final Focus focus;
    private final Deque<StepOrder.Use> left;
    private final StepOrder order;
    /** True if somebody waits who gets the exception that the policy may ask for. */
    private final boolean awaited;

    /** True if this run may write a state, because no other one does. */
    private boolean mayCompress;
    /** {@code null} for one that writes none to be kept. */
    private final RunningCompressions.@Nullable Turn turn;

    private @Nullable Lease lease;
    private Outcome outcome = NOTHING;
    private Outcome.@Nullable Failed failure;
    private @Nullable Stage started;

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

    boolean isGivenUp() {
        return turn != null && turn.isGivenUp();
    }

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

    boolean mayCompress() {
        return mayCompress;
    }

    boolean isAwaited() {
        return awaited;
    }

    StepOrder.@Nullable Use next() {
        return left.poll();
    }

    Iterable<StepOrder.Use> left() {
        return left;
    }

    void stop() {
        left.clear();
    }

    void begins(Stage stage) {
        started = stage;
    }

    @Nullable
    Stage started() {
        return started;
    }

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

    record StageTiming(
            Stage stage, int before, Duration took, WrittenState.@Nullable Failure failure, Recovery instead) {
        StageTiming(Stage stage, int before, Duration took) {
            this(stage, before, took, null, Recovery.KEPT);
        }
    }
}
