package io.github.sessioncompression;

import io.github.sessioncompression.PipelineRun.StageTiming;
import io.github.sessioncompression.Step.Proposal;
import io.github.sessioncompression.context.Chat;
import io.github.sessioncompression.context.CompressionLeases;
import io.github.sessioncompression.context.StepOrder;
import io.github.sessioncompression.event.CompressionEvent.Reason;
import io.github.sessioncompression.event.CompressionEvent.Recovery;
import io.github.sessioncompression.event.CompressionEvent.Stage;
import io.github.sessioncompression.model.ModelOptions.FailurePolicy;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.run.Locked;
import io.github.sessioncompression.run.RunningCompressions;
import io.github.sessioncompression.store.SessionStore.Lease;
import io.github.sessioncompression.writer.OutlineWriter;
import io.github.sessioncompression.writer.WrittenState;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs orders of steps over one conversation: the one place where steps are tried, states are written for them and their changes made.
 *
 * <p><b>Algorithm</b> of a run.
 * <ol>
 *   <li>Take the turn in this process and the store's lease, so that one run writes at a time.
 *   <li>Under the chat's lock, try each step of the {@link StepOrder} whose condition holds, measured again before each; a change that is ready is
 *       made at once.
 *   <li>For a step that needs a state, give the lock back, have {@link OutlineWriter} write it, and commit it if its task still holds, else discard
 *       it.
 *   <li>Continue at 2.
 * </ol>
 *
 * <p><b>Does nothing</b> for a chat that is switched off, unless the application asks; without turn or lease, no step writes a state. <b>Threads:</b>
 * safe for use by many; the lock is not held while a state is written or the store is asked, except in {@link #under}. <b>On failure</b>: anything
 * that is thrown becomes an outcome and the context stays; only a caller that waits under a policy that throws sees an exception.
 */
final class Pipeline {
    private static final Outcome DISABLED = new Outcome.Unchanged(Outcome.Unchanged.Why.DISABLED);
    private static final Outcome DISCARDED = new Outcome.Unchanged(Outcome.Unchanged.Why.DISCARDED);
    /** Maximum commits of one state while others commit records. */
    private static final int MOST_TRIES = 5;

    private final String id;
    private final CompressionPolicy policy;
    private final CompressorParts shared;
    private final Locked<Chat> chats;
    private final Steps steps;
    private final OutlineWriter writer;
    private final Reporter reporter;
    private final BackgroundRuns runs;
    private final CompressionLeases leases;

    Pipeline(String id, Settings settings, CompressorParts shared, Locked<Chat> chats, Reporter reporter) {
        this.id = id;
        this.policy = settings.rules().policy();
        this.shared = shared;
        this.chats = chats;
        this.steps = settings.steps();
        this.writer = new OutlineWriter(settings.writer(), shared.store(), shared.search(), reporter.faults());
        this.reporter = reporter;
        this.leases = new CompressionLeases(
                id, BackgroundRuns.longest(policy), shared.store(), shared.newId(), reporter.faults());
        this.runs = new BackgroundRuns(id, policy, shared, chats, reporter);
    }

    /** A state that is being written, and the size of the context when that began, in tokens. */
    private record Writing(Proposal.ToWrite proposal, int before) {}

    void inBackground(Reason reason) {
        StepOrder order = reason == Reason.IDLE ? StepOrder.AT_REST : StepOrder.ORDINARY;
        runs.later(reason, turn -> alone(new PipelineRun(order, reason, Focus.none(), false, turn), turn));
    }

    /**
     * Runs an order of steps on this thread, once a run that is under way has ended; if that does not end in time, everything but writing a state is
     * done.
     */
    PipelineRun here(StepOrder order, Reason reason, Focus focus) {
        RunningCompressions.Turn turn = runs.now(reason);
        PipelineRun run = new PipelineRun(order, reason, focus, true, turn);
        if (turn != null) {
            alone(run, turn);
        } else {
            run.mayCompress(null, false);
            contained(run, () -> work(run));
        }
        reporter.flush();
        Outcome.Failed failure = run.failure();
        if (failure != null && policy.failure() == FailurePolicy.THROW) {
            throw new CompressionFailedException(id, failure.cause());
        }
        return run;
    }

    /** Runs an order of steps that writes no state to be kept on this thread, beside any other run: never waits. Nothing is thrown but by the store. */
    void atOnce(StepOrder order, Reason reason) {
        PipelineRun run = new PipelineRun(order, reason, Focus.none(), false, null);
        contained(run, () -> work(run));
        reporter.flush();
    }

    /** Runs an order of steps on this thread unless another run is under way: never waits. Nothing is thrown but by the store. */
    void unlessBusy(StepOrder order, Reason reason) {
        RunningCompressions.Turn turn =
                shared.background().isClosing() ? null : shared.running().begin(id);
        if (turn != null && turn.take()) {
            alone(new PipelineRun(order, reason, Focus.none(), false, turn), turn);
        }
    }

    /** Runs an order of steps that writes no state over {@code chat}, which is locked and up to date already. */
    Outcome under(Chat chat, StepOrder order, Reason reason) {
        PipelineRun run = new PipelineRun(order, reason, Focus.none(), true, null);
        start(chat, run);
        return run.outcome();
    }

    private void alone(PipelineRun run, RunningCompressions.Turn turn) {
        try {
            contained(run, () -> underLease(run));
        } finally {
            shared.running().end(id, turn);
        }
        reporter.flush();
    }

    private void underLease(PipelineRun run) {
        Lease lease = leases.take();
        // Before the first message there is nothing to lease, and nothing to compress.
        boolean may = lease != null || shared.store().head(id).isEmpty();
        run.mayCompress(lease, may && !run.isGivenUp());
        try {
            work(run);
        } finally {
            if (lease != null) {
                leases.giveBack(lease);
            }
        }
    }

    /** Makes an outcome of anything that is thrown: the context stays as it was. */
    private void contained(PipelineRun run, Runnable work) {
        try {
            work.run();
        } catch (Throwable e) { // also an OutOfMemoryError of a model that runs on this thread
            Recovery instead = throwsFor(run) ? Recovery.THROWN : Recovery.KEPT;
            chats.run(chat -> {
                chat.backoff().vain(chat.shown());
                reporter.broken(chat, run, e, instead);
            });
        }
    }

    private void work(PipelineRun run) {
        Writing writing = leased(run, chat -> {
            chat.sync();
            return start(chat, run);
        });
        while (writing != null) {
            reporter.flush();
            Writing current = writing;
            long started = shared.nanos().getAsLong();
            WrittenState state = writer.write(run.job(id, current.proposal().task()));
            Duration took = since(started);
            reporter.paid(state.usage(), state.calls());
            writing = leased(run, chat -> {
                end(chat, run, current, state, took);
                return advance(chat, run);
            });
        }
    }

    /** Commits under the lease of the run; a store that hangs blocks nobody else. */
    private @Nullable Writing leased(PipelineRun run, Function<Chat, @Nullable Writing> action) {
        return chats.get(chat -> chat.under(run.lease(), chats::aside, action));
    }

    private @Nullable Writing start(Chat chat, PipelineRun run) {
        if (run.order().isOnlyIfEnabled() && !chat.isEnabled()) {
            run.came(DISABLED);
            return null;
        }
        return advance(chat, run);
    }

    private @Nullable Writing advance(Chat chat, PipelineRun run) {
        for (StepOrder.Use use = run.next(); use != null; use = run.next()) {
            if (!isDue(use, chat, run)) {
                continue;
            }
            Proposal proposal = steps.of(use).propose(chat);
            int before = chat.shown().size();
            if (proposal instanceof Proposal.ToWrite toWrite) {
                reporter.started(chat, run, toWrite.stage(), before);
                return new Writing(toWrite, before);
            } else if (proposal instanceof Proposal.Ready ready) {
                reporter.started(chat, run, ready.stage(), before);
                long started = shared.nanos().getAsLong();
                Outcome outcome = make(chat, ready, before);
                reporter.came(chat, run, outcome, new StageTiming(ready.stage(), before, since(started)));
            } else if (proposal instanceof Proposal.Nothing nothing) {
                reporter.came(chat, run, nothing.outcome(), new StageTiming(Stage.FALLBACK, before, Duration.ZERO));
            } else if (use.compresses()) {
                chat.backoff().vain(chat.shown());
            }
        }
        return null;
    }

    /** True if a step's condition holds now; one that writes a state also needs the turn and the lease. */
    private boolean isDue(StepOrder.Use use, Chat chat, PipelineRun run) {
        if (use.compresses() && !run.mayCompress()) {
            return false;
        }
        return switch (use.when()) {
            case ALWAYS -> true;
            case OVER_TARGET -> chat.shown().isOverTarget();
            case OVER_TRIGGER -> chat.shown().isOverTrigger();
            case AFTER_PAUSE -> steps.costs().isDueAfterPause(chat);
            case OVER_LIMIT -> chat.shown().isOverHardLimit();
            case OVER_LIMIT_UNLESS_FAILED -> chat.shown().isOverHardLimit() && run.failure() == null;
            case MAY_BRIDGE -> chat.shown().isOverHardLimit() && writer.states().mayWriteOffline();
        };
    }

    private static Outcome make(Chat chat, Proposal.Ready ready, int before) {
        return ready.change().test(chat) ? ready.outcome().apply(chat, before) : DISCARDED;
    }

    /** Makes the change of what was written; once more if another process kept something in between that leaves it as true as it was. */
    private static Outcome make(Chat chat, Writing writing, WrittenState.Written written, Duration took) {
        Outcome outcome = DISCARDED;
        for (int tries = 0; tries < MOST_TRIES && outcome.equals(DISCARDED); tries++) {
            chat.sync();
            if (!writing.proposal().task().stillHolds(chat.stored())) {
                return DISCARDED;
            }
            outcome = make(chat, writing.proposal().finish().apply(written, took), writing.before());
        }
        return outcome;
    }

    private static Outcome withoutEffect(WrittenState.@Nullable Failure failure) {
        return failure == null
                ? new Outcome.Unchanged(Outcome.Unchanged.Why.NOTHING_TO_GAIN)
                : new Outcome.Failed(failure.kind());
    }

    private void end(Chat chat, PipelineRun run, Writing writing, WrittenState state, Duration took) {
        if (writing.proposal().stage() == Stage.FALLBACK) {
            endOfBridge(chat, run, writing, state, took);
            return;
        }
        WrittenState.Failure failure = state.failure();
        Outcome outcome = DISCARDED;
        Recovery instead = Recovery.OFFLINE;
        if (isStopped() || run.isAborted() || (run.isGivenUp() && !(state instanceof WrittenState.Written))) {
            run.stop();
        } else if (state instanceof WrittenState.Written written) {
            if (written.judgeFailure() != null) {
                reporter.notJudged(chat, run, written.judgeFailure(), took);
            }
            outcome = make(chat, writing, written, took);
        } else {
            outcome = withoutEffect(failure);
            instead = failure == null ? Recovery.KEPT : recovery(chat, run);
        }
        if (outcome instanceof Outcome.Compressed) {
            chat.backoff().reset();
            reporter.messages(chat);
            reporter.secrets(state);
        } else {
            chat.backoff().vain(chat.shown());
            if (state.calls() > 0) {
                chat.backoff().paid();
            }
        }
        if (instead == Recovery.THROWN) {
            run.stop();
        }
        reporter.came(chat, run, outcome, new StageTiming(Stage.COMPRESS, writing.before(), took, failure, instead));
    }

    /** Shows the written state until the final one is there; counts as no attempt. */
    private void endOfBridge(Chat chat, PipelineRun run, Writing writing, WrittenState state, Duration took) {
        Outcome outcome = state instanceof WrittenState.Written written
                ? make(chat, writing, written, took)
                : withoutEffect(state.failure());
        StageTiming timing =
                new StageTiming(Stage.FALLBACK, writing.before(), took, state.failure(), recovery(chat, run));
        reporter.came(chat, run, outcome, timing);
    }

    /** Ends what this conversation has in other processes' way: {@link CompressionLeases#end}. */
    void end() {
        leases.end(chats, writer.states().hasModel());
    }

    /** True if nothing may take effect any more: the compressor was closed, or this thread is to end. */
    private boolean isStopped() {
        return shared.background().isClosed() || Thread.currentThread().isInterrupted();
    }

    /** What is done in place of a failed compression, for its report: leaving turns out counts if it is still to come in this run. */
    private Recovery recovery(Chat chat, PipelineRun run) {
        if (throwsFor(run)) {
            return Recovery.THROWN;
        }
        for (StepOrder.Use use : run.left()) {
            boolean trims = use.kind() == StepOrder.Kind.LEAVE_OUT || use.kind() == StepOrder.Kind.LEAVE_OUT_ALL;
            if (trims && isDue(use, chat, run) && steps.of(use).propose(chat) != null) {
                return Recovery.TRUNCATED;
            }
        }
        return Recovery.KEPT;
    }

    private boolean throwsFor(PipelineRun run) {
        return run.isAwaited() && policy.failure() == FailurePolicy.THROW;
    }

    private Duration since(long started) {
        return Duration.ofNanos(shared.nanos().getAsLong() - started);
    }
}
