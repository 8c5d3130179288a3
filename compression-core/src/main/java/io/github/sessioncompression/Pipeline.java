package io.github.sessioncompression;

import io.github.sessioncompression.event.Reason;
import io.github.sessioncompression.event.Recovery;
import io.github.sessioncompression.event.Stage;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.store.CompressionRecord;
import io.github.sessioncompression.store.Lease;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * The pipeline of one conversation: measure, prune, measure again, compress.
 *
 * <p>A stage that changes nothing does not end it. At most one run at a time in this process, and by the store's lease in
 * all processes. The guard is never held while a state is written.
 */
final class Pipeline {
    /** How far a run goes. */
    enum Aim {
        /** As far as the policy says, and only if the context is above the trigger. */
        POLICY,
        /** Everything but the current turn, whatever the size. */
        CURRENT_TURN,
        /** Everything but the current turn, and where that isn't enough all of the turn that may go too. */
        ALL
    }

    private static final Outcome BUSY = new Outcome.Unchanged(Outcome.Unchanged.Why.BUSY);
    private static final Duration LEASE_MARGIN = Duration.ofSeconds(30);
    /** After a vain attempt the context must grow by this part of its base before the next. */
    private static final int QUIET_DIVISOR = 50;

    private final String conversationId;
    private final Engine engine;
    private final Guard guard;
    private final WorkingSet set;
    private final ViewLedger ledger;
    private final Reporter reporter;
    private final PruneStage pruneStage;
    private final CompressStage compressStage;
    private final SingleFlight flight = new SingleFlight();
    private volatile int quietBelow;

    Pipeline(
            String conversationId,
            Engine engine,
            Guard guard,
            WorkingSet set,
            ViewLedger ledger,
            Reporter reporter,
            PruneStage pruneStage,
            CompressStage compressStage) {
        this.conversationId = conversationId;
        this.engine = engine;
        this.guard = guard;
        this.set = set;
        this.ledger = ledger;
        this.reporter = reporter;
        this.pruneStage = pruneStage;
        this.compressStage = compressStage;
    }

    /** Runs on the executor, unless a run is under way. */
    void inBackground(Reason reason) {
        CountDownLatch turn = flight.begin();
        if (turn == null) {
            return;
        }
        try {
            engine.executor().execute(() -> run(turn, reason, Focus.none(), Aim.POLICY));
        } catch (RejectedExecutionException e) {
            flight.end(turn);
            int size = guard.get(set::size);
            reporter.failed(reason, "NO_THREAD", Recovery.KEPT, size, Duration.ZERO);
        }
    }

    /**
     * Runs on this thread, once a run that is under way has ended.
     *
     * @return what happened; {@link Outcome.Unchanged.Why#BUSY} if the other run does not end in time
     */
    Outcome here(Reason reason, Focus focus, Aim aim) {
        boolean free = flight.await(engine.patience());
        CountDownLatch turn = free ? flight.begin() : null;
        return turn == null ? BUSY : run(turn, reason, focus, aim);
    }

    private Outcome run(CountDownLatch turn, Reason reason, Focus focus, Aim aim) {
        try {
            return leased(reason, focus, aim);
        } catch (RuntimeException e) {
            Outcome.Failed failed = new Outcome.Failed(e.getClass().getSimpleName());
            int size = guard.get(() -> {
                ledger.happened(failed);
                quiet();
                return set.size();
            });
            reporter.broken(reason, e, size);
            return failed;
        } finally {
            flight.end(turn);
            reporter.flush();
        }
    }

    private Outcome leased(Reason reason, Focus focus, Aim aim) {
        Lease lease = engine.store()
                .tryLease(
                        conversationId,
                        engine.newIncarnation().get(),
                        engine.patience().plus(LEASE_MARGIN))
                .orElse(null);
        if (lease == null) {
            // There is nothing to lease before the first message.
            return engine.store().head(conversationId).isPresent() ? BUSY : stages(reason, focus, aim);
        }
        try {
            guard.run(() -> set.leased(lease));
            return stages(reason, focus, aim);
        } finally {
            guard.run(() -> set.leased(null));
            engine.store().release(conversationId, lease);
        }
    }

    private Outcome stages(Reason reason, Focus focus, Aim aim) {
        guard.run(set::sync);
        if (aim == Aim.POLICY && !guard.get(set::enabled)) {
            return new Outcome.Unchanged(Outcome.Unchanged.Why.DISABLED);
        }
        Outcome pruned = guard.get(() -> pruneStage.run(reason, false));
        int before = guard.get(set::size);
        if (aim == Aim.POLICY && !guard.get(set::overTrigger)) {
            return pruned;
        }
        CompressStage.Task task = guard.get(() -> prepare(aim));
        if (task == null) {
            return pruned;
        }
        reporter.started(Stage.COMPRESS, reason, before);
        reporter.flush();
        long started = engine.nanos().getAsLong();
        CompressStage.Written written = compressStage.write(conversationId, task, focus);
        Duration took = Duration.ofNanos(engine.nanos().getAsLong() - started);
        reporter.paid(written.usage(), written.calls());
        return guard.get(() -> commit(task, written, reason, before, took));
    }

    private CompressStage.@Nullable Task prepare(Aim aim) {
        CutPlanner.Cut cut = cut(aim);
        CompressStage.Task task = cut == null ? null : compressStage.prepare(set, cut, set.budget());
        if (task == null) {
            quiet();
        }
        return task;
    }

    /** What a run would compress now; {@code null} if that is nothing or not worth it. Under the guard. */
    CutPlanner.@Nullable Cut cut(Aim aim) {
        return policy().state().enabled() ? CutChoice.of(set, policy()).cut(aim) : null;
    }

    private Outcome commit(
            CompressStage.Task task, CompressStage.Written written, Reason reason, int before, Duration took) {
        if (written instanceof CompressStage.Written.Nothing nothing) {
            quiet();
            Outcome failed = new Outcome.Failed(nothing.failure());
            ledger.happened(failed);
            reporter.failed(reason, nothing.failure(), reporter.recovery(), before, took);
            return failed;
        }
        CompressStage.Written.State state = (CompressStage.Written.State) written;
        set.sync();
        CompressionRecord next =
                compressStage.stillHolds(set, task) ? compressStage.next(set, task, state, set.budget()) : null;
        if (next == null || !set.commit(next, CompressStage.segment(next, state))) {
            quiet();
            reporter.discarded(reason, took);
            return new Outcome.Unchanged(Outcome.Unchanged.Why.DISCARDED);
        }
        quietBelow = 0;
        int messages = task.pins().covered().size();
        Outcome outcome = new Outcome.Compressed(state.by(), task.boundary(), messages, before, set.size());
        ledger.happened(outcome);
        if (state.failure() != null) {
            reporter.failed(reason, state.failure(), Recovery.OFFLINE, before, took);
        }
        reporter.finished(Stage.COMPRESS, reason, before, set.size(), messages, took, set.context());
        reporter.messages(set.lastSequence(), set.active().size());
        return outcome;
    }

    private void quiet() {
        quietBelow = set.size() + Math.max(1, policy().baseTokens() / QUIET_DIVISOR);
    }

    /** After an attempt that gained nothing, the context size below which no other one is worth making. */
    int quietBelow() {
        return quietBelow;
    }

    boolean isRunning() {
        return flight.isRunning();
    }

    /** The conversation was cleared. */
    void clear() {
        flight.forget();
        quietBelow = 0;
    }

    private CompressionPolicy policy() {
        return engine.policy();
    }
}
