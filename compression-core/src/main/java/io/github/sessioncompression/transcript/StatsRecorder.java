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
 * <p><em>Algorithm</em>: each conversation has a recorder of its own that adds everything to the totals, too; {@link KeptCounts} keeps what was counted with the
 * conversation in the store, from time to time. <em>Threads</em>: safe for use by many; takes constant memory. <em>On failure</em> of the store the counts wait for the
 * next time. Call {@link #clear()} when a conversation is cleared.
 */
public sealed class StatsRecorder {
    private final @Nullable StatsRecorder totals;
    private long messagesTotal;
    private long messagesActive;
    private Counters counters = Counters.NONE;

    /** The recorder of a conversation; {@code null} makes the totals. */
    public StatsRecorder(@Nullable StatsRecorder totals) {
        this.totals = totals;
    }

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

    public void sent(long tokens, long unchanged) {
        add(Field.SENT_TOKENS, tokens, unchanged);
    }

    public void modelUsed(Usage usage, int calls) {
        used(Field.MODEL_CALLS, calls, usage);
    }

    public void chatUsed(Usage usage) {
        used(Field.CHAT_CALLS, 1, usage);
    }

    public void broughtBack() {
        add(Field.BROUGHT_BACK, 1);
    }

    private void used(Field first, int calls, Usage usage) {
        add(
                first,
                calls,
                usage.inputTokens(),
                usage.outputTokens() + usage.reasoningTokens(),
                usage.cacheReadTokens(),
                usage.cacheCreationTokens());
    }

    public void covered(Coverage coverage) {
        add(
                Field.FACTS_REQUIRED,
                coverage.required(),
                coverage.held(),
                coverage.shown(),
                coverage.leftOut(),
                coverage.invented());
    }

    private void add(Field first, long... numbers) {
        add(Counters.of(first, numbers));
    }

    public void add(Counters more) {
        synchronized (this) {
            counters = counters.plus(more);
        }
        if (totals != null) {
            totals.add(more);
        }
    }

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

    public synchronized CompressionStats snapshot() {
        return snapshot(Counters.NONE, messagesTotal, messagesActive);
    }

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

    /** The counts of one conversation, which are kept with it in the store. Safe for use by many threads. */
    public static final class KeptCounts extends StatsRecorder {
        private final String id;
        private final SessionStore store;

        public KeptCounts(String id, SessionStore store, StatsRecorder totals) {
            super(totals);
            this.id = id;
            this.store = store;
        }

        /** The numbers of this conversation, which has so many messages now. */
        public CompressionStats snapshot(long total, long active) {
            return snapshot(store.counters(id), total, active);
        }

        /** Keeps what was counted here; the totals are about other conversations from here on. */
        public void evicted() {
            keep();
            messages(0, 0);
        }

        /** Keeps with the conversation what was counted here, for the time when this is gone; if it can't be now, it waits. */
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
