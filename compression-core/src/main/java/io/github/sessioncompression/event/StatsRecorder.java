package io.github.sessioncompression.event;

import io.github.sessioncompression.event.CompressionEvent.StageFailed;
import io.github.sessioncompression.event.CompressionEvent.StageFinished;
import io.github.sessioncompression.event.CompressionStats.ModelUsage;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Collects the numbers of one conversation, or the totals of all of them.
 *
 * <p>The totals belong to the compressor. Each conversation has a recorder of its own, made by {@link #conversation()},
 * that passes everything on to the totals; nothing here remembers it, so it goes with the conversation. Call
 * {@link #clear()} when a conversation is cleared or leaves memory. Takes constant memory; safe for use by many threads.
 */
public final class StatsRecorder implements CompressionListener {
    private final @Nullable StatsRecorder totals;

    private long messagesTotal;
    private long messagesActive;
    private long compressions;
    private long prunings;
    private long failures;
    private long tokensSaved;
    private Duration lastLatency = Duration.ZERO;
    private Duration latencySum = Duration.ZERO;
    private Duration maxLatency = Duration.ZERO;
    private long sentTokens;
    private long stablePrefixTokens;
    private ModelUsage modelUsage = ModelUsage.NONE;
    private ModelUsage chatUsage = ModelUsage.NONE;

    private StatsRecorder(@Nullable StatsRecorder totals) {
        this.totals = totals;
    }

    /** A recorder of totals, all zero. */
    public static StatsRecorder totals() {
        return new StatsRecorder(null);
    }

    /** A recorder for one conversation, all zero, that adds to this one, too. */
    public StatsRecorder conversation() {
        return new StatsRecorder(this);
    }

    /** Counts what {@code event} reports: compressions, prunings, failures, tokens saved and latency. */
    @Override
    public void onEvent(CompressionEvent event) {
        count(event);
        if (totals != null) {
            totals.onEvent(event);
        }
    }

    /** Sets how many messages the conversation has, and how many of them no compression covers. */
    public void messages(long total, long active) {
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

    /** Adds a view that was taken: its size, and how much of it is the unchanged beginning of the one before. */
    public void sent(long viewTokens, long unchangedTokens) {
        synchronized (this) {
            sentTokens += viewTokens;
            stablePrefixTokens += unchangedTokens;
        }
        if (totals != null) {
            totals.sent(viewTokens, unchangedTokens);
        }
    }

    /** Adds what compression calls used. */
    public void modelUsed(ModelUsage usage) {
        synchronized (this) {
            modelUsage = modelUsage.plus(usage);
        }
        if (totals != null) {
            totals.modelUsed(usage);
        }
    }

    /** Adds what calls of the chat's own model used. */
    public void chatUsed(ModelUsage usage) {
        synchronized (this) {
            chatUsage = chatUsage.plus(usage);
        }
        if (totals != null) {
            totals.chatUsed(usage);
        }
    }

    /**
     * Sets all numbers of a conversation to zero and takes its messages out of the totals; what the totals have counted
     * otherwise stays counted.
     */
    public void clear() {
        messages(0, 0);
        synchronized (this) {
            compressions = 0;
            prunings = 0;
            failures = 0;
            tokensSaved = 0;
            lastLatency = Duration.ZERO;
            latencySum = Duration.ZERO;
            maxLatency = Duration.ZERO;
            sentTokens = 0;
            stablePrefixTokens = 0;
            modelUsage = ModelUsage.NONE;
            chatUsage = ModelUsage.NONE;
        }
    }

    /** The numbers as they are now. */
    public synchronized CompressionStats snapshot() {
        return new CompressionStats(
                messagesTotal,
                messagesActive,
                compressions,
                prunings,
                failures,
                tokensSaved,
                lastLatency,
                compressions == 0 ? Duration.ZERO : latencySum.dividedBy(compressions),
                maxLatency,
                sentTokens,
                stablePrefixTokens,
                modelUsage,
                chatUsage);
    }

    private synchronized void count(CompressionEvent event) {
        if (event instanceof StageFailed) {
            failures++;
        } else if (event instanceof StageFinished finished && finished.affected() > 0) {
            switch (finished.stage()) {
                case PRUNE -> {
                    prunings++;
                    tokensSaved += finished.savedTokens();
                }
                case COMPRESS -> {
                    compressions++;
                    tokensSaved += finished.savedTokens();
                    lastLatency = finished.latency();
                    latencySum = latencySum.plus(finished.latency());
                    maxLatency = maxLatency.compareTo(finished.latency()) < 0 ? finished.latency() : maxLatency;
                }
                case FALLBACK -> {}
            }
        }
    }

    private synchronized void addMessages(long total, long active) {
        messagesTotal += total;
        messagesActive += active;
    }
}
