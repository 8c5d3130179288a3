package io.github.sessioncompression;

import io.github.sessioncompression.ViewAccount.OutcomeRank;
import io.github.sessioncompression.event.Reason;
import io.github.sessioncompression.event.Recovery;
import io.github.sessioncompression.event.Stage;
import io.github.sessioncompression.store.SessionStore.Lease;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** One run of a recipe over a conversation: how far it is, and what came of it so far. Used by one thread. */
final class PipelineRun {
    /** Why a run came to nothing that did nothing. */
    private static final Outcome NOTHING = new Outcome.Unchanged(Outcome.Unchanged.Why.NOTHING_TO_GAIN);

    private static final Outcome BUSY = new Outcome.Unchanged(Outcome.Unchanged.Why.BUSY);

    private final Reason reason;
    private final Focus focus;
    private final Deque<Recipe.Use> left;
    private final Recipe recipe;
    /** True if somebody waits who gets the exception that the policy may ask for. */
    private final boolean awaited;

    /** True if this run may write a state, because no other one does. */
    private boolean mayCompress;
    /** {@code null} for one that writes none to be kept. */
    private RunningCompressions.@Nullable Turn turn;

    private @Nullable Lease lease;

    private Outcome outcome = NOTHING;
    private Outcome.@Nullable Failed failure;
    private @Nullable Stage started;

    PipelineRun(Recipe recipe, Reason reason, Focus focus, boolean awaited) {
        this.recipe = recipe;
        this.reason = reason;
        this.focus = focus;
        this.left = new ArrayDeque<>(recipe.uses());
        this.awaited = awaited;
    }

    Recipe recipe() {
        return recipe;
    }

    Reason reason() {
        return reason;
    }

    Focus focus() {
        return focus;
    }

    /**
     * True if it is this run's turn to write a state; it isn't as long as nobody says so.
     *
     * @param newLease what it may commit under; {@code null} for none
     */
    void mayCompress(@Nullable Lease newLease, boolean turn) {
        lease = newLease;
        mayCompress = turn;
        if (!turn) {
            came(BUSY);
        }
    }

    /** Marks the run as started. */
    void inItsTurn(RunningCompressions.Turn its) {
        turn = its;
    }

    /** True if it hung for so long that another one was begun in its place. */
    boolean isGivenUp() {
        return turn != null && turn.isGivenUp();
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

    /** The next step to try; {@code null} if there is none. */
    Recipe.@Nullable Use next() {
        return left.poll();
    }

    /** The steps that are still to come. */
    Iterable<Recipe.Use> left() {
        return left;
    }

    /** No further step is tried. */
    void stop() {
        left.clear();
    }

    /** A stage begins. */
    void begins(Stage stage) {
        started = stage;
    }

    /** The stage that has begun and not ended; {@code null} if there is none. */
    @Nullable
    Stage started() {
        return started;
    }

    /** The stage that has begun came to this. */
    void came(Outcome next) {
        started = null;
        outcome = OutcomeRank.moreTelling(outcome, next);
        if (next instanceof Outcome.Failed failed) {
            failure = failed;
        }
    }

    /** The most telling of what happened. */
    Outcome outcome() {
        return outcome;
    }

    /** The failure; {@code null} if there was none. */
    Outcome.@Nullable Failed failure() {
        return failure;
    }

    /**
     * Timing and failure of a stage.
     *
     * @param before the context's size before it
     * @param failure what went wrong on the way; {@code null} if nothing did
     * @param instead what happens instead of what failed
     */
    record StageTiming(
            Stage stage, int before, Duration took, WrittenState.@Nullable Failure failure, Recovery instead) {
        StageTiming(Stage stage, int before, Duration took) {
            this(stage, before, took, null, Recovery.KEPT);
        }
    }
}
