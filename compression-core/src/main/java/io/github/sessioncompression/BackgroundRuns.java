package io.github.sessioncompression;

import io.github.sessioncompression.context.Chat;
import io.github.sessioncompression.event.CompressionEvent.Reason;
import io.github.sessioncompression.policy.CompressionPolicy;
import io.github.sessioncompression.run.Locked;
import io.github.sessioncompression.run.RunningCompressions;
import io.github.sessioncompression.writer.WrittenState;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Gives runs that may write a state their turn: one at a time, on a thread of the executor or on the one that asks.
 *
 * <p><b>Algorithm.</b>
 * <ol>
 *   <li>The first run of a conversation gets the turn and is passed to the executor; while it is under way, others are not begun.
 *   <li>A run that no thread begins within the model's deadline is given to the executor once more.
 *   <li>What a thread has begun and does not end, because a store or a listener hangs, is given up after {@link #longest}, and another run takes its
 *       place. The old one pays for nothing any more when it comes back, and the store refuses its result by the number of its lease.
 * </ol>
 *
 * <p><b>Does nothing</b> while another run of the conversation is under way, or once the compressor closes. <b>Threads:</b> safe for use by many.
 * <b>On failure:</b> an executor that takes no task, and runs that are not begun or do not end, are reported; the next call tries again.
 *
 * @see RunningCompressions
 */
record BackgroundRuns(
        String id, CompressionPolicy policy, CompressorParts shared, Locked<Chat> chats, Reporter reporter) {
    private static final WrittenState.Failure NO_THREAD = new WrittenState.Failure(
            "NO_THREAD", "the executor takes no task; said once for all conversations until it takes one");
    private static final WrittenState.Failure NOT_BEGUN =
            new WrittenState.Failure("NOT_BEGUN", "no thread has begun it within the model's deadline");
    private static final WrittenState.Failure NOT_ENDED = new WrittenState.Failure(
            "NOT_ENDED", "it hangs in a call of the store or a listener; another one takes its place");
    /** Time beside the model's deadline for reading, writing an extract and committing. */
    private static final Duration LEASE_MARGIN = Duration.ofSeconds(30);

    /** The longest time that a run keeps out others, of this process and of other processes. */
    static Duration longest(CompressionPolicy policy) {
        return policy.model().deadline().plus(LEASE_MARGIN);
    }

    /**
     * Has a run made on a thread of the executor, unless another one is under way. Never waits for it.
     *
     * @param run makes the run; called at most once, with a turn that its thread has taken
     */
    void later(Reason reason, Consumer<RunningCompressions.Turn> run) {
        if (shared.background().isClosing()) {
            return;
        }
        RunningCompressions.Turn begun = shared.running().begin(id);
        RunningCompressions.Turn own = begun != null ? begun : instead(reason);
        RunningCompressions.Turn turn =
                own != null ? own : shared.running().overdue(id, policy.model().deadline());
        if (turn == null) {
            return;
        }
        if (own == null) {
            tell(reason, NOT_BEGUN, true);
        }
        Runnable unmade = turn.once(() -> shared.running().end(id, turn));
        try {
            shared.background().execute(turn.once(() -> run.accept(turn)), unmade);
        } catch (RejectedExecutionException e) {
            if (own != null) { // else the first one may be waiting still, and keeps its place
                unmade.run();
                tell(reason, NO_THREAD, shared.background().isToBeTold());
            }
        }
    }

    /** The turn of a run on this thread, once one that is under way has ended; {@code null} if that does not end in time. */
    RunningCompressions.@Nullable Turn now(Reason reason) {
        RunningCompressions.Turn instead = instead(reason);
        return instead != null && instead.take()
                ? instead
                : shared.running().await(id, policy.model().deadline());
    }

    /** A turn in the place of a run that hangs, which is reported; {@code null} if none hangs. */
    private RunningCompressions.@Nullable Turn instead(Reason reason) {
        RunningCompressions.Turn turn = shared.running().instead(id, longest(policy));
        if (turn != null) {
            tell(reason, NOT_ENDED, true);
        }
        return turn;
    }

    /** Reports that a run failed before it began; takes the chat's lock. */
    private void tell(Reason reason, WrittenState.Failure failure, boolean warn) {
        chats.run(chat -> reporter.notRun(chat, reason, failure, warn));
    }
}
