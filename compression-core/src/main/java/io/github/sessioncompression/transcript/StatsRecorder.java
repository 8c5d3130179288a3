package io.github.sessioncompression.transcript;

import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.CompressionEvent.Stage;
import io.github.sessioncompression.event.CompressionEvent.StageFailed;
import io.github.sessioncompression.event.CompressionEvent.StageFinished;
import io.github.sessioncompression.event.CompressionStats;
import io.github.sessioncompression.log.ConversationLog;
import io.github.sessioncompression.store.Accounting.Coverage;
import io.github.sessioncompression.store.Counters;
import io.github.sessioncompression.store.Counters.Field;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.text.LogText;
import io.github.sessioncompression.token.Usage;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Collects the numbers of one conversation, or the totals of all of them.
 *
 * <p><b>Algorithm.</b>
 * <ol>
 *   <li>Each conversation has a recorder of its own, which adds to the totals all that it counts.
 *   <li>{@link KeptCounts} keeps a conversation's counts in the store from time to time: they are taken, sent, and put back if the store throws.
 *   <li>Counts are sums; the numbers of messages are not, they are replaced by each report, and the totals change by the difference.
 * </ol>
 *
 * <p><b>Threads:</b> safe for use by many; takes constant memory, and holds no lock while the store or another recorder is called. <b>On failure</b>
 * of the store the counts wait for the next time. Call {@link #clear()} when a conversation is cleared.
 */
public sealed class StatsRecorder {
    /** {@code null} for the recorder of the totals. */
    private final @Nullable StatsRecorder totals;

    private long messagesTotal;
    private long messagesActive;
    /** Counts that are not in the store yet; of the totals all of them, since the process began. */
    private Counters counters = Counters.NONE;

    /** The recorder of a conversation; {@code null} makes the totals. */
    public StatsRecorder(@Nullable StatsRecorder totals) {
        this.totals = totals;
    }

    /** Counts an event: a failed stage, a pruning or a compression that had an effect. Other events count nothing. */
    public void happened(CompressionEvent event) {
        if (event instanceof StageFailed) {
            add(Field.FAILURES, 1);
        } else if (event instanceof StageFinished done && done.affected() > 0) {
            if (done.stage() == Stage.PRUNE) {
                add(Field.PRUNINGS, 1, 0, done.savedTokens());
            } else if (done.stage() == Stage.COMPRESS) {
                long millis = Math.max(0, done.latency().toMillis());
                add(Field.COMPRESSIONS, 1, 0, 0, done.savedTokens(), 1, millis, millis, millis);
            }
        }
    }

    /**
     * Reports how many messages a conversation has now.
     *
     * @param total all of them
     * @param active those behind the boundary of its record
     */
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

    private synchronized void addMessages(long total, long active) {
        messagesTotal += total;
        messagesActive += active;
    }

    /**
     * Counts a view that was returned, or the request that was made of it.
     *
     * @param tokens its size
     * @param unchanged how many of these tokens are a prefix that it shares with the view before
     */
    public void sent(long tokens, long unchanged) {
        add(Field.SENT_TOKENS, tokens, unchanged);
    }

    /** Counts calls of the compression model with the usage of all of them. */
    public void modelUsed(Usage usage, int calls) {
        used(Field.MODEL_CALLS, calls, usage);
    }

    /** Counts one call of the chat's model. */
    public void chatUsed(Usage usage) {
        used(Field.CHAT_CALLS, 1, usage);
    }

    /** Counts that compressed messages came back into a context. */
    public void broughtBack() {
        add(Field.BROUGHT_BACK, 1);
    }

    /** Adds to consecutive counters: calls, input, output with reasoning, input read from the cache, input written to it. */
    private void used(Field first, int calls, Usage usage) {
        add(
                first,
                calls,
                usage.inputTokens(),
                usage.outputTokens() + usage.reasoningTokens(),
                usage.cacheReadTokens(),
                usage.cacheCreationTokens());
    }

    /** Counts what a compression had to show, and what of it the state shows. */
    public void covered(Coverage coverage) {
        add(
                Field.FACTS_REQUIRED,
                coverage.required(),
                coverage.held(),
                coverage.shown(),
                coverage.leftOut(),
                coverage.invented());
    }

    /** Adds numbers to consecutive counters, beginning with {@code first}. */
    private void add(Field first, long... numbers) {
        add(Counters.of(first, numbers));
    }

    /** Adds counts to this recorder, then to the totals. */
    public void add(Counters more) {
        synchronized (this) {
            counters = counters.plus(more);
        }
        if (totals != null) {
            totals.add(more);
        }
    }

    /** Returns the counts and begins again at zero. The totals keep theirs. */
    public synchronized Counters take() {
        Counters taken = counters;
        counters = Counters.NONE;
        return taken;
    }

    /** Puts back what was {@linkplain #take taken}, because it could not be kept. */
    public synchronized void putBack(Counters taken) {
        counters = taken.plus(counters);
    }

    /** Sets all numbers of a conversation to zero and takes its messages out of the totals; what the totals have counted otherwise stays counted. */
    public void clear() {
        messages(0, 0);
        take();
    }

    /** The numbers counted in this process, as they are now. */
    public synchronized CompressionStats snapshot() {
        return snapshot(Counters.NONE, messagesTotal, messagesActive);
    }

    /** The numbers with what the store has kept of them. The mean latency is of the compressions that were measured, 0 if none was. */
    final synchronized CompressionStats snapshot(Counters kept, long total, long active) {
        Counters all = kept.plus(counters);
        long measured = Math.max(1, Field.LATENCY_MEASURED.of(all));
        return new CompressionStats(
                total,
                active,
                Field.COMPRESSIONS.of(all),
                Field.PRUNINGS.of(all),
                Field.FAILURES.of(all),
                Field.TOKENS_SAVED.of(all),
                Duration.ofMillis(Field.LATENCY_LAST_MILLIS.of(all)),
                Duration.ofMillis(Field.LATENCY_TOTAL_MILLIS.of(all) / measured),
                Duration.ofMillis(Field.LATENCY_MAX_MILLIS.of(all)),
                Field.SENT_TOKENS.of(all),
                Field.STABLE_PREFIX_TOKENS.of(all),
                all.model(),
                all.chat(),
                Field.BROUGHT_BACK.of(all),
                all.facts());
    }

    /** The counts of one conversation, which are kept with it in the store. <b>Threads:</b> safe for use by many. */
    public static final class KeptCounts extends StatsRecorder {
        private final String id;
        private final SessionStore store;

        public KeptCounts(String id, SessionStore store, StatsRecorder totals) {
            super(totals);
            this.id = id;
            this.store = store;
        }

        /** The numbers of this conversation since it was begun, by any process; asks the store. */
        public CompressionStats snapshot(long total, long active) {
            return snapshot(store.counters(id), total, active);
        }

        /** Keeps the counts, and takes the conversation's messages out of the totals: this process does not hold it any more. */
        public void evicted() {
            keep();
            messages(0, 0);
        }

        /** Sends to the store what was counted since the last time. If that fails, the counts are put back and wait; nothing is thrown. */
        public void keep() {
            Counters counted = take();
            if (counted.equals(Counters.NONE)) {
                return;
            }
            try {
                store.count(id, counted);
            } catch (RuntimeException e) {
                putBack(counted);
                ConversationLog.LOG.debug(
                        "Conversation {}: its statistics could not be kept yet.",
                        LogText.name(id),
                        ConversationLog.place(e));
            }
        }
    }
}
