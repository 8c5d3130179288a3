package io.github.sessioncompression;

import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.CompressionEvent.StageFailed;
import io.github.sessioncompression.event.CompressionEvent.StageFinished;
import io.github.sessioncompression.event.CompressionListener;
import io.github.sessioncompression.event.CompressionStats;
import io.github.sessioncompression.event.CompressionStats.FactCoverage;
import io.github.sessioncompression.store.Accounting.Coverage;
import io.github.sessioncompression.store.Counters;
import io.github.sessioncompression.store.Counters.FactCounts;
import io.github.sessioncompression.store.Counters.Latency;
import io.github.sessioncompression.store.Counters.ModelUse;
import io.github.sessioncompression.store.Counters.RecallUse;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.token.Usage;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Collects the numbers of one conversation, or the totals of all of them.
 *
 * <p>The totals belong to the compressor. Each conversation has a recorder of its own, made by {@link #conversation()},
 * that passes everything on to the totals; nothing here remembers it, so it goes with the conversation. Call
 * {@link #clear()} when a conversation is cleared or leaves memory. Takes constant memory; safe for use by many threads.
 */
final class StatsRecorder implements CompressionListener {
    private final @Nullable StatsRecorder totals;
    private long messagesTotal;
    private long messagesActive;
    /** All that is counted but what was sent: each view is counted, and costs no object for it. */
    private Counters counters = Counters.NONE;

    private long sentTokens;
    private long unchangedTokens;

    private StatsRecorder(@Nullable StatsRecorder totals) {
        this.totals = totals;
    }

    static StatsRecorder totals() {
        return new StatsRecorder(null);
    }

    StatsRecorder conversation() {
        return new StatsRecorder(this);
    }

    @Override
    public void onEvent(CompressionEvent event) {
        add(count(event));
    }

    void messages(long total, long active) {
        long moreTotal;
        long moreActive;
        synchronized (this) {
            moreTotal = total - messagesTotal;
            moreActive = active - messagesActive;
            messagesTotal = total;
            messagesActive = active;
        }
        if (totals != null) {
            totals.addMessages(moreTotal, moreActive);
        }
    }

    void sent(long tokens, long unchanged) {
        synchronized (this) {
            sentTokens += tokens;
            unchangedTokens += unchanged;
        }
        if (totals != null) {
            totals.sent(tokens, unchanged);
        }
    }

    void modelUsed(ModelUse usage) {
        add(with(usage, ModelUse.NONE, RecallUse.NONE, FactCounts.NONE));
    }

    void chatUsed(ModelUse usage) {
        add(with(ModelUse.NONE, usage, RecallUse.NONE, FactCounts.NONE));
    }

    void recalled(RecallUse use) {
        add(with(ModelUse.NONE, ModelUse.NONE, use, FactCounts.NONE));
    }

    void covered(Coverage coverage) {
        if (!coverage.equals(Coverage.NONE)) {
            FactCounts facts = new FactCounts(
                    coverage.required(), coverage.held(), coverage.shown(), coverage.leftOut(), coverage.invented());
            add(with(ModelUse.NONE, ModelUse.NONE, RecallUse.NONE, facts));
        }
    }

    private void add(Counters more) {
        synchronized (this) {
            counters = counters.plus(more);
        }
        if (totals != null) {
            totals.add(more);
        }
    }

    synchronized Counters take() {
        Counters taken = counted();
        counters = Counters.NONE;
        sentTokens = 0;
        unchangedTokens = 0;
        return taken;
    }

    private Counters counted() {
        return sentTokens == 0 ? counters : counters.plus(with(0, 0, 0, 0, Latency.NONE, sentTokens, unchangedTokens));
    }

    /** Puts back what was {@linkplain #take taken}, because it could not be kept. */
    synchronized void putBack(Counters taken) {
        counters = taken.plus(counters);
    }

    /** Sets all numbers of a conversation to zero and takes its messages out of the totals; what the totals have counted otherwise stays counted. */
    void clear() {
        messages(0, 0);
        take();
    }

    CompressionStats snapshot() {
        return snapshot(Counters.NONE);
    }

    synchronized CompressionStats snapshot(Counters kept) {
        Counters all = kept.plus(counted());
        Latency latency = all.latency();
        long mean = latency.measured() == 0 ? 0 : latency.totalMillis() / latency.measured();
        return new CompressionStats(
                messagesTotal,
                messagesActive,
                all.compressions(),
                all.prunings(),
                all.failures(),
                all.tokensSaved(),
                Duration.ofMillis(latency.lastMillis()),
                Duration.ofMillis(mean),
                Duration.ofMillis(latency.maxMillis()),
                all.sentTokens(),
                all.stablePrefixTokens(),
                all.model(),
                all.chat(),
                all.recall(),
                coverage(all.facts()));
    }

    private static FactCoverage coverage(FactCounts facts) {
        return new FactCoverage(
                facts.required(),
                facts.held(),
                Math.max(0, facts.shown() - facts.held()),
                facts.leftOut(),
                facts.invented());
    }

    private static Counters with(ModelUse model, ModelUse chat, RecallUse recall, FactCounts facts) {
        return new Counters(0, 0, 0, 0, Latency.NONE, 0, 0, model, chat, recall, facts);
    }

    private static Counters with(
            long compressions, long prunings, long failures, long saved, Latency latency, long sent, long unchanged) {
        return new Counters(
                compressions,
                prunings,
                failures,
                saved,
                latency,
                sent,
                unchanged,
                ModelUse.NONE,
                ModelUse.NONE,
                RecallUse.NONE,
                FactCounts.NONE);
    }

    private static Counters count(CompressionEvent event) {
        if (event instanceof StageFailed) {
            return with(0, 0, 1, 0, Latency.NONE, 0, 0);
        } else if (event instanceof StageFinished done && done.affected() > 0) {
            Latency latency = Latency.ofMillis(Math.max(0, done.latency().toMillis()));
            return switch (done.stage()) {
                case PRUNE -> with(0, 1, 0, done.savedTokens(), Latency.NONE, 0, 0);
                case COMPRESS -> with(1, 0, 0, done.savedTokens(), latency, 0, 0);
                case FALLBACK, JUDGE -> Counters.NONE;
            };
        }
        return Counters.NONE;
    }

    private synchronized void addMessages(long total, long active) {
        messagesTotal += total;
        messagesActive += active;
    }

    /** The counts of one conversation, which are kept with it in the store. Safe for use by many threads. */
    static final class KeptCounts {
        private final String id;
        private final SessionStore store;
        private final StatsRecorder recorder;

        KeptCounts(String id, SessionStore store, StatsRecorder totals) {
            this.id = id;
            this.store = store;
            this.recorder = totals.conversation();
        }

        StatsRecorder recorder() {
            return recorder;
        }

        void modelUsed(Usage usage, int calls) {
            recorder.modelUsed(used(usage, calls));
        }

        /** Counts expansions and missed messages; false if there are none. */
        boolean recalled(RecallUse use) {
            if (use.equals(RecallUse.NONE)) {
                return false;
            }
            recorder.recalled(use);
            return true;
        }

        void chatUsed(Usage usage) {
            recorder.chatUsed(used(usage, 1));
        }

        private static ModelUse used(Usage usage, int calls) {
            return new ModelUse(
                    calls,
                    usage.inputTokens(),
                    usage.outputTokens() + usage.reasoningTokens(),
                    usage.cacheReadTokens(),
                    usage.cacheCreationTokens());
        }

        CompressionStats snapshot() {
            return recorder.snapshot(store.counters(id));
        }

        /** Keeps what was counted here; the totals are about other conversations from here on. */
        void evicted() {
            keep();
            recorder.messages(0, 0);
        }

        /** Keeps with the conversation what was counted here, for the time when this is gone; if it can't be now, it waits. */
        void keep() {
            Counters counted = recorder.take();
            try {
                store.count(id, counted);
            } catch (RuntimeException e) {
                recorder.putBack(counted);
                Log.LOG.debug("Conversation {}: its statistics could not be kept yet.", Log.name(id), Log.place(e));
            }
        }
    }
}
