package io.github.sessioncompression.recall;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.sessioncompression.model.Waiting;
import io.github.sessioncompression.store.SessionStore;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks a meaning store, and keeps it up with the transcripts.
 *
 * <p>The store is called on threads of the executor, so that nobody waits longer for it than the time limit; after it was too slow it is not asked
 * for a while. What is much behind is added in the background, of few conversations at a time, and what is there already is found meanwhile.
 * Safe for use by many threads.
 */
final class MeaningSearch {
    private static final Logger LOG = LoggerFactory.getLogger(MeaningSearch.class);
    private static final int MAX_CONVERSATIONS = 10_000;
    /** So many messages are added while a search waits. */
    private static final int MOST_AT_ONCE = 16;

    private static final int FILLED_AT_ONCE = 2;
    private static final int ASKED_AT_ONCE = 64;

    private final MeaningStore store;
    private final Duration limit;
    private final SessionStore transcripts;
    private final Executor executor;
    private final Waiting waiting;
    private final LimitedCalls calls;
    private final Cache<String, KeptPassages> conversations = Caffeine.newBuilder()
            .executor(Runnable::run)
            .maximumSize(MAX_CONVERSATIONS)
            .build();
    private final Semaphore fills = new Semaphore(FILLED_AT_ONCE);
    private final Semaphore asked = new Semaphore(ASKED_AT_ONCE);
    private final AtomicBoolean warned = new AtomicBoolean();

    /**
     * A search.
     *
     * @param limit how long it waits for the store
     * @param executor runs the store's calls
     * @param nanos a clock for durations
     */
    MeaningSearch(
            MeaningStore store,
            Duration limit,
            SessionStore transcripts,
            Executor executor,
            Waiting waiting,
            LongSupplier nanos) {
        this.store = store;
        this.limit = limit;
        this.transcripts = transcripts;
        this.executor = executor;
        this.waiting = waiting;
        this.calls = new LimitedCalls(limit, executor, waiting, nanos);
    }

    private KeptPassages kept(String conversationId) {
        return Objects.requireNonNull(
                conversations.get(conversationId, id -> new KeptPassages(store, transcripts, id)), "passages");
    }

    /**
     * What is nearest to a query.
     *
     * @param withLatest whether to wait for few messages that are missing
     * @return {@code null} if the store fails or is slow
     */
    @Nullable
    NearPassages nearest(String conversationId, String query, boolean withLatest) {
        try {
            return calls.make(() -> ask(kept(conversationId), query, withLatest));
        } catch (LimitedCalls.Failed e) {
            if (!Thread.currentThread().isInterrupted()) {
                failed(String.valueOf(e.getMessage()));
            }
            return null;
        }
    }

    private NearPassages ask(KeptPassages kept, String query, boolean withLatest) {
        if (!asked.tryAcquire()) {
            throw new RejectedExecutionException("too many wait for the store");
        }
        try {
            long behind = kept.behind();
            if (behind > 0 && behind <= MOST_AT_ONCE && withLatest) {
                kept.fill();
            } else if (behind > 0 || kept.isUntidy()) {
                inBackground(kept);
            }
            return kept.nearest(query);
        } finally {
            asked.release();
        }
    }

    /** Adds what is missing, unless that is done for others: then the next search has it done. */
    private void inBackground(KeptPassages kept) {
        try {
            executor.execute(() -> {
                if (!fills.tryAcquire()) {
                    return;
                }
                try {
                    kept.fill();
                } catch (RuntimeException e) {
                    failed(e.getClass().getName());
                } finally {
                    fills.release();
                }
            });
        } catch (RejectedExecutionException e) {
            LOG.debug("Passages are added another time: {}", e.getClass().getName());
        }
    }

    private void failed(String why) {
        if (warned.compareAndSet(false, true)) {
            LOG.warn("Messages are searched by their words alone: the meaning store failed: {}", why);
        }
    }

    /** Removes the passages of messages that were erased; returns when that is done, or within the time limit. */
    void erased(String conversationId, List<Long> sequences) {
        KeptPassages kept = kept(conversationId);
        FutureTask<Boolean> task = new FutureTask<>(() -> {
            kept.erased(sequences);
            return true;
        });
        try {
            executor.execute(task);
            waiting.await(task, limit);
        } catch (TimeoutException slow) {
            notRemoved(conversationId, "it did not answer within " + limit);
        } catch (RejectedExecutionException closed) {
            remove(conversationId, () -> kept.erased(sequences));
        } catch (ExecutionException thrown) {
            notRemoved(conversationId, name(thrown));
        } catch (InterruptedException e) {
            notRemoved(conversationId, "the thread was interrupted");
            Thread.currentThread().interrupt();
        }
    }

    private static String name(ExecutionException thrown) {
        Throwable cause = thrown.getCause();
        return (cause == null ? thrown : cause).getClass().getName();
    }

    /** Removes the passages of messages that were deleted; waits for nothing. */
    void evicted(String conversationId, List<Long> sequences) {
        KeptPassages kept = kept(conversationId);
        later(conversationId, () -> kept.erased(sequences));
    }

    /** Removes what the store has of a conversation that was cleared; waits for nothing. */
    void cleared(String conversationId) {
        later(conversationId, kept(conversationId)::tidy);
    }

    private void later(String conversationId, Runnable removal) {
        try {
            executor.execute(() -> remove(conversationId, removal));
        } catch (RejectedExecutionException closed) {
            remove(conversationId, removal);
        }
    }

    private void remove(String conversationId, Runnable removal) {
        try {
            removal.run();
        } catch (RuntimeException e) {
            notRemoved(conversationId, e.getClass().getName());
        }
    }

    private static void notRemoved(String conversationId, String why) {
        LOG.warn(
                "Conversation {}: what was erased or cleared may be in the meaning store still, though no search shows it: the store failed: {}",
                conversationId,
                why);
    }
}
