package io.github.sessioncompression;

import io.github.sessioncompression.event.CompressionEvent;
import io.github.sessioncompression.event.CompressionEvent.Stage;
import io.github.sessioncompression.event.CompressionEvent.StageFailed;
import io.github.sessioncompression.event.CompressionEvent.StageFinished;
import io.github.sessioncompression.event.CompressionStats;
import io.github.sessioncompression.store.Accounting.Coverage;
import io.github.sessioncompression.store.Counters;
import io.github.sessioncompression.store.Counters.Field;
import io.github.sessioncompression.store.Counters.Latency;
import io.github.sessioncompression.store.Counters.RecallUse;
import io.github.sessioncompression.store.SessionStore;
import io.github.sessioncompression.token.Usage;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Collects the numbers of one conversation, or the totals of all of them.
 *
 * <p>Each conversation has a recorder of its own that passes everything on to the totals; nothing here
 * remembers it. Call {@link #clear()} when a conversation is cleared. Takes constant memory; safe for use by many threads.
 */
sealed class StatsRecorder {
    private final @Nullable StatsRecorder totals;
    private long messagesTotal;
    private long messagesActive;
    private Counters counters = Counters.NONE;

    /** The recorder of a conversation; {@code null} makes the totals. */
    StatsRecorder(@Nullable StatsRecorder totals) {
        this.totals = totals;
    }

    void happened(CompressionEvent event) {
        if (event instanceof StageFailed) {
            add(Map.of(Field.FAILURES, 1));
        } else if (event instanceof StageFinished done && done.affected() > 0) {
            if (done.stage() == Stage.PRUNE) {
                add(Map.of(Field.PRUNINGS, 1, Field.TOKENS_SAVED, done.savedTokens()));
            } else if (done.stage() == Stage.COMPRESS) {
                long millis = Math.max(0, done.latency().toMillis());
                add(Map.of(
                        Field.COMPRESSIONS,
                        1,
                        Field.TOKENS_SAVED,
                        done.savedTokens(),
                        Field.LATENCY_MEASURED,
                        1,
                        Field.LATENCY_TOTAL_MILLIS,
                        millis,
                        Field.LATENCY_MAX_MILLIS,
                        millis,
                        Field.LATENCY_LAST_MILLIS,
                        millis));
            }
        }
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

    private synchronized void addMessages(long total, long active) {
        messagesTotal += total;
        messagesActive += active;
    }

    void sent(long tokens, long unchanged) {
        add(Map.of(Field.SENT_TOKENS, tokens, Field.STABLE_PREFIX_TOKENS, unchanged));
    }

    void modelUsed(Usage usage, int calls) {
        add(Map.of(
                Field.MODEL_CALLS, calls,
                Field.MODEL_INPUT_TOKENS, usage.inputTokens(),
                Field.MODEL_OUTPUT_TOKENS, usage.outputTokens() + usage.reasoningTokens(),
                Field.MODEL_CACHE_READ_TOKENS, usage.cacheReadTokens(),
                Field.MODEL_CACHE_CREATION_TOKENS, usage.cacheCreationTokens()));
    }

    void chatUsed(Usage usage) {
        add(Map.of(
                Field.CHAT_CALLS, 1,
                Field.CHAT_INPUT_TOKENS, usage.inputTokens(),
                Field.CHAT_OUTPUT_TOKENS, usage.outputTokens() + usage.reasoningTokens(),
                Field.CHAT_CACHE_READ_TOKENS, usage.cacheReadTokens(),
                Field.CHAT_CACHE_CREATION_TOKENS, usage.cacheCreationTokens()));
    }

    void recalled(RecallUse use) {
        add(Map.of(
                Field.BROUGHT_BACK, use.broughtBack(),
                Field.BROUGHT_BACK_JUDGED, use.judged(),
                Field.BROUGHT_BACK_USED, use.used(),
                Field.REPEATED_CALLS, use.repeatedCalls(),
                Field.MISSED_VALUES, use.missedValues()));
    }

    void covered(Coverage coverage) {
        add(Map.of(
                Field.FACTS_REQUIRED, coverage.required(),
                Field.FACTS_HELD, coverage.held(),
                Field.FACTS_SHOWN, coverage.shown(),
                Field.FACTS_LEFT_OUT, coverage.leftOut(),
                Field.FACTS_INVENTED, coverage.invented()));
    }

    private void add(Map<Field, ? extends Number> more) {
        add(Counters.of(field -> more.containsKey(field) ? more.get(field).longValue() : 0));
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
        Counters taken = counters;
        counters = Counters.NONE;
        return taken;
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
        Counters all = kept.plus(counters);
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
                all.facts());
    }

    /** The counts of one conversation, which are kept with it in the store. Safe for use by many threads. */
    static final class KeptCounts extends StatsRecorder {
        private final String id;
        private final SessionStore store;

        KeptCounts(String id, SessionStore store, StatsRecorder totals) {
            super(totals);
            this.id = id;
            this.store = store;
        }

        @Override
        CompressionStats snapshot() {
            return snapshot(store.counters(id));
        }

        /** Keeps what was counted here; the totals are about other conversations from here on. */
        void evicted() {
            keep();
            messages(0, 0);
        }

        /** Keeps with the conversation what was counted here, for the time when this is gone; if it can't be now, it waits. */
        void keep() {
            Counters counted = take();
            try {
                store.count(id, counted);
            } catch (RuntimeException e) {
                putBack(counted);
                Log.LOG.debug("Conversation {}: its statistics could not be kept yet.", Log.name(id), Log.place(e));
            }
        }
    }
}
