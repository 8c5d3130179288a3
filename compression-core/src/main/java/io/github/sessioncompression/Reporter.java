package io.github.sessioncompression;

import io.github.sessioncompression.PipelineRun.StageTiming;
import io.github.sessioncompression.context.Chat;
import io.github.sessioncompression.cut.Pins;
import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.CompressionEvent.Reason;
import io.github.sessioncompression.event.CompressionEvent.Recovery;
import io.github.sessioncompression.event.CompressionEvent.Stage;
import io.github.sessioncompression.event.CompressionStats;
import io.github.sessioncompression.log.FaultLog;
import io.github.sessioncompression.log.TriggerWarning;
import io.github.sessioncompression.log.WarningThrottle;
import io.github.sessioncompression.message.Entry;
import io.github.sessioncompression.message.Message;
import io.github.sessioncompression.option.SteadyTime;
import io.github.sessioncompression.request.RequestAccount;
import io.github.sessioncompression.state.StateShares;
import io.github.sessioncompression.store.Accounting.Coverage;
import io.github.sessioncompression.token.Usage;
import io.github.sessioncompression.transcript.StatsRecorder.KeptCounts;
import io.github.sessioncompression.writer.WrittenState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * The one voice of a conversation: an outcome is reported here once; the account of views, events, statistics and the log follow from it.
 *
 * <p><b>Algorithm.</b>
 * <ol>
 *   <li>Under the conversation's lock, count the outcome, write its line of the log and queue its event.
 *   <li>{@link #flush} sends the queue to the listeners in order once the lock is free, and keeps the counts in the store.
 * </ol>
 *
 * <p><b>Does nothing</b> about a cause that was logged a few minutes ago ({@link WarningThrottle}), except for the event. Nothing here ever holds a
 * message's contents. <b>Threads:</b> safe for use by many. <b>On failure</b> of a listener the chat continues; counts that the store does not take
 * wait.
 */
final class Reporter {
    /** Share of the window above which pinned messages are reported. */
    private static final double PINNED_SHARE = 0.25;

    private static final String COMPRESSION = "compression";

    private final String id;
    private final CompressorParts shared;
    private final KeptCounts counts;
    private final ViewAccount views = new ViewAccount();
    private final TriggerWarning warning = new TriggerWarning();
    /** Events that wait until the lock is free. */
    private final Queue<CompressionEvent> untold = new ConcurrentLinkedQueue<>();

    private final WarningThrottle told;
    private volatile boolean overBudget;
    private volatile String cutTurn = "";
    private volatile boolean worthKeeping;

    Reporter(String id, CompressorParts shared) {
        this.id = id;
        this.shared = shared;
        this.counts = new KeptCounts(id, shared.store(), shared.totals());
        this.told = new WarningThrottle(SteadyTime.of(shared.clock()));
    }

    /** Reports what threw beside a compression. */
    FaultLog faults() {
        return new FaultLog(id, told);
    }

    ViewAccount views() {
        return views;
    }

    private Instant now() {
        return shared.clock().instant();
    }

    void started(Chat chat, PipelineRun run, Stage stage, int size) {
        run.begins(stage);
        tell(new CompressionEvent.StageStarted(id, now(), stage, run.reason(), size, base(chat)));
    }

    void came(Chat chat, PipelineRun run, Outcome outcome, StageTiming timing) {
        run.came(outcome);
        views.happened(outcome);
        CompressionEvent ending = ending(chat, run, outcome, timing);
        if (ending != null) {
            tell(ending);
        }
    }

    void broken(Chat chat, PipelineRun run, Throwable cause, Recovery instead) {
        Stage started = run.started();
        Stage stage = started == null ? Stage.COMPRESS : started;
        WrittenState.Failure failure = new WrittenState.Failure(
                "UNEXPECTED", "it threw " + cause.getClass().getName());
        came(
                chat,
                run,
                new Outcome.Failed(failure.kind()),
                new StageTiming(stage, chat.shown().size(), Duration.ZERO, failure, instead));
        LogMessages.stackTrace(id, cause);
    }

    private static int base(Chat chat) {
        return chat.rules().policy().baseTokens();
    }

    /** A compression failed before it began; {@code warn} is true if nobody has reported it yet. */
    void notRun(Chat chat, Reason reason, WrittenState.Failure failure, boolean warn) {
        StageTiming timing =
                new StageTiming(Stage.COMPRESS, chat.shown().size(), Duration.ZERO, failure, Recovery.KEPT);
        failed(chat, reason, failure, timing, warn);
    }

    private void failed(Chat chat, Reason reason, WrittenState.Failure failure, StageTiming timing, boolean warn) {
        LogMessages.failed(
                id, failure, timing, warn && told.isNew(COMPRESSION, failure.kind() + ' ' + failure.detail()));
        tell(new CompressionEvent.StageFailed(
                id,
                now(),
                timing.stage(),
                reason,
                failure.kind(),
                timing.instead(),
                timing.before(),
                base(chat),
                timing.took()));
    }

    void cut(int messages, long before, long after) {
        LogMessages.cut(id, messages, before, after, told.isNew("cut", ""));
        tell(new CompressionEvent.MessagesCut(id, now(), messages, before, after));
    }

    /** Reports once for a turn, whose requests carry the same messages. */
    void cutIn(@Nullable TurnHandle turn, int messages, long before, long after) {
        String key = turn == null || !turn.isBound() ? "" : turn.incarnation() + turn.question();
        if (key.isEmpty() || !key.equals(cutTurn)) {
            cutTurn = key;
            cut(messages, before, after);
        }
    }

    void dropped(int messages) {
        LogMessages.dropped(id, messages);
        tell(new CompressionEvent.MessagesDropped(id, now(), messages));
        flush();
    }

    /** Reports once that pinned messages take more than a quarter of the window. */
    void pins(Chat chat) {
        List<Entry> pinned = Pins.groups(chat.stored().entries());
        long tokens = pinned.stream().mapToLong(Entry::tokens).sum();
        int window = chat.rules().policy().contextWindow();
        if (tokens > window * PINNED_SHARE && told.isNew("pins", "")) {
            LogMessages.pinned(id, pinned.size(), tokens, window);
            tell(new CompressionEvent.LargePins(id, now(), pinned.size(), tokens, base(chat)));
        }
    }

    void notJudged(Chat chat, PipelineRun run, String detail, Duration took) {
        LogMessages.notJudged(id, detail, told.isNew("judge", detail));
        tell(new CompressionEvent.StageFailed(
                id,
                now(),
                Stage.JUDGE,
                run.reason(),
                "JUDGE_FAILED",
                Recovery.KEPT,
                chat.shown().size(),
                base(chat),
                took));
    }

    void secrets(WrittenState state) {
        if (state instanceof WrittenState.Written written && written.secrets() > 0) {
            tell(new CompressionEvent.SecretsLeftOut(id, now(), written.secrets()));
        }
    }

    void paid(Usage usage, int calls) {
        if (calls > 0) {
            counts.modelUsed(usage, calls);
        }
    }

    /** The counts of the conversation. */
    KeptCounts counts() {
        return counts;
    }

    void viewed(Chat chat, View view) {
        int size = chat.shown().size();
        if (!views.requests().isSeen() || !chat.isEnabled()) {
            counts.sent(view.tokens(), view.stablePrefixTokens());
        }
        overBudget = view.outcome() instanceof Outcome.OverBudget;
        int trigger = chat.rules().policy().triggerTokens();
        if (warning.due(size, trigger)) {
            tell(new CompressionEvent.NearTrigger(id, now(), size, trigger, base(chat)));
        }
    }

    /** Counts a request on its way to the model. */
    void sent(List<Message> request, int[] costs, int toolTokens) {
        RequestAccount.Sent sent = views.requests().next(request, costs, toolTokens, views.lastTokens());
        counts.sent(sent.tokens(), sent.unchanged());
    }

    void messages(Chat chat) {
        counts.messages(chat.stored().size(), chat.stored().active().size());
    }

    /** Counts an answer with compressed messages, or a quotation of some, in the context. */
    void broughtBack() {
        counts.broughtBack();
        worthKeeping = true;
    }

    CompressionStats stats(Chat chat) {
        return counts.snapshot(chat.stored().size(), chat.stored().active().size());
    }

    void cleared() {
        views.clear();
        counts.clear();
        overBudget = false;
    }

    /** Counts an event, and queues it if anybody listens. */
    private void tell(CompressionEvent event) {
        counts.happened(event);
        worthKeeping = true;
        if (!shared.listeners().isEmpty()) {
            untold.add(event);
        }
    }

    /** Sends the queued events to the listeners, and keeps the statistics. Never under a lock. */
    void flush() {
        if (worthKeeping) {
            worthKeeping = false;
            counts.keep();
        }
        for (CompressionEvent event = untold.poll(); event != null; event = untold.poll()) {
            shared.listeners().onEvent(event);
        }
    }

    private @Nullable CompressionEvent ending(Chat chat, PipelineRun run, Outcome outcome, StageTiming timing) {
        if (outcome instanceof Outcome.Unchanged unchanged) {
            return unchanged.why() == Outcome.Unchanged.Why.NOTHING_TO_GAIN
                    ? finished(chat, run, timing, 0, StateShares.NONE)
                    : discarded(run, timing);
        } else if (outcome instanceof Outcome.Failed failed) {
            WrittenState.Failure failure = timing.failure();
            failed(
                    chat,
                    run.reason(),
                    failure != null ? failure : WrittenState.Failure.of(failed.cause()),
                    timing,
                    true);
            return null;
        } else if (outcome instanceof Outcome.OverBudget over) {
            return overBudget(chat, over);
        } else if (outcome instanceof Outcome.Compressed compressed) {
            compressed(chat, run, compressed, timing);
            return finished(chat, run, timing, compressed.messages(), compressed.shares());
        }
        return finished(chat, run, timing, ViewAccount.affected(outcome), StateShares.NONE);
    }

    private CompressionEvent finished(
            Chat chat, PipelineRun run, StageTiming timing, int affected, StateShares shares) {
        return new CompressionEvent.StageFinished(
                id,
                now(),
                timing.stage(),
                run.reason(),
                timing.before(),
                chat.shown().size(),
                base(chat),
                affected,
                timing.took(),
                chat.shown().context().breakdown(),
                shares);
    }

    private CompressionEvent discarded(PipelineRun run, StageTiming timing) {
        if (timing.stage() == Stage.FALLBACK) {
            LogMessages.notNeeded(id);
        } else {
            boolean ended = shared.background().isClosed()
                    || run.isGivenUp()
                    || Thread.currentThread().isInterrupted();
            LogMessages.discarded(id, ended);
        }
        return new CompressionEvent.LateResultDiscarded(id, now(), run.reason(), timing.took());
    }

    private void compressed(Chat chat, PipelineRun run, Outcome.Compressed outcome, StageTiming timing) {
        warning.compressed();
        LogMessages.compressed(id, outcome, timing);
        if (timing.failure() == null) {
            told.works(COMPRESSION);
        } else {
            failed(chat, run.reason(), timing.failure(), timing, true);
        }
        Coverage coverage = outcome.coverage();
        counts.covered(coverage);
        if (coverage.leftOut() > 0) {
            tell(new CompressionEvent.FactsLeftOut(id, now(), coverage.leftOut(), coverage.share()));
        }
    }

    /** Reported once until the context is below the limit again. */
    private @Nullable CompressionEvent overBudget(Chat chat, Outcome.OverBudget outcome) {
        if (overBudget) {
            return null;
        }
        overBudget = true;
        LogMessages.overBudget(id, outcome.tokens(), outcome.limit());
        return new CompressionEvent.OverBudget(id, now(), outcome.tokens(), outcome.limit(), base(chat));
    }
}
